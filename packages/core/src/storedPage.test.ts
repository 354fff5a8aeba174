import { readFileSync } from 'node:fs'
import { afterEach, describe, expect, test } from 'vitest'
import { leaveConnectedPage } from '../test/storedPage/leaveConnectedPage.ts'
import { owners, passUntil, sunChain, visitWithWallets } from '../test/storedPage/visitWithWallets.ts'
import { nativeBalanceQuery } from './features/account/nativeBalanceQuery.ts'
import { connectionsOf } from './features/connect/connections.ts'
import type { Kit } from './kit.ts'
import { connectedAccount } from './model/connectedAccount.ts'
import { fakeStorage } from './ports/fakeStorage.ts'

type Stored = Record<string, string>
/** Snapshots of pages of earlier versions: never regenerated. */
const read = (version: string): Stored =>
  JSON.parse(readFileSync(new URL(`../test/storedPage/${version}.json`, import.meta.url), 'utf8'))

const phone = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const friend = '0xde709f2102306220921060314715629080e2fb77'
const kits: Kit[] = []
afterEach(() => {
  for (const kit of kits.splice(0)) kit.dispose()
})

async function reopen(stored: Stored, wallets: number) {
  const storage = fakeStorage(stored)
  const visit = visitWithWallets(storage)
  kits.push(visit.kit)
  const state = () => visit.kit.store.get()
  await passUntil(
    visit,
    () => connectionsOf(state(), 'eip155').length === wallets && !!connectedAccount(state(), 'solana'),
  )
  return { ...visit, storage, state }
}
const addressesOf = (state: ReturnType<Kit['store']['get']>) =>
  Object.fromEntries(connectionsOf(state, 'eip155').map(({ connectorId, address }) => [connectorId, address]))

describe.each(['54801af', '2026-11-17', '67f11505'])('a page left connected by version %s', (version) => {
  test('restores all wallets without prompts, with the same one current', async () => {
    const { state, connectRequests, log } = await reopen(read(version), 3)
    expect(addressesOf(state())).toEqual({
      'io.one': owners['io.one'],
      'io.two': owners['io.two'],
      walletConnect: phone,
    })
    expect(connectedAccount(state(), 'eip155')).toMatchObject({ connectorId: 'io.one', networkId: 'eip155:1' })
    expect(connectedAccount(state(), 'solana')).toMatchObject({
      connectorId: 'Sun Wallet',
      address: owners['Sun Wallet'],
      networkId: sunChain,
    })
    expect(state().network).toMatchObject({ activeNamespace: 'eip155', selected: { eip155: 'eip155:1' } })
    expect(connectRequests.map(([, silent]) => silent)).toEqual([true, true, true])
    expect(log.errors).toEqual([])
  })

  test('restores the visitor’s contacts, their wallets and balances', async () => {
    const { kit, state } = await reopen(read(version), 3)
    expect(state().addressBook).toEqual({
      contacts: [{ namespace: 'eip155', address: friend, name: 'Ann' }],
      recipients: [{ namespace: 'eip155', address: friend, at: 1_700_000_000_000 }],
    })
    expect(state().recents).toEqual([
      { id: 'p', name: 'Phone' },
      { id: 'one', name: 'One' },
    ])
    const balance = nativeBalanceQuery(kit, { address: `eip155:1:${owners['io.one']}` })
    expect(balance.initialData()).toEqual({ value: 10n ** 19n, symbol: 'ETH', decimals: 18 })
  })

  test('tracks pending transactions to their end', async () => {
    const visit = await reopen(read(version), 3)
    const { node, state } = visit
    const statuses = () => state().transactions.map(({ kind, status }) => `${kind} ${status}`)
    expect(statuses()).toEqual(['swap pending', 'send pending', 'send confirmed'])
    const sent = state().transactions[1]!.hash
    const from = owners['io.one']
    node.mine(sent, { from, to: friend, value: '0x1', input: '0x', nonce: '0x4' })
    const hash = `0x${'5'.repeat(64)}`
    const receipts = [{ transactionHash: hash, blockNumber: '0x1', status: '0x1' }]
    node.state.batches.set('batch-1', { version: '2.0.0', id: 'batch-1', chainId: '0x1', status: 200, receipts })
    node.mine(hash, { from, to: friend, value: '0x7', input: '0x3593564c', nonce: '0x5' })
    await passUntil(visit, () => !statuses().some((each) => each.endsWith('pending')))
    expect(statuses()).toEqual(['swap confirmed', 'send confirmed', 'send confirmed'])
    expect(state().transactions[1]).toMatchObject({ meant: { to: friend, amount: '1', symbol: 'ETH', decimals: 18 } })
  })

  test('loses nothing when opened and left again', async () => {
    const stored = read(version)
    const { kit, storage } = await reopen(stored, 3)
    kit.dispose()
    expect([...storage.values.keys()].sort()).toEqual(Object.keys(stored).sort())
    const again = await reopen(Object.fromEntries(storage.values), 3)
    expect(Object.keys(addressesOf(again.state()))).toHaveLength(3)
    expect(again.state().transactions).toHaveLength(3)
  })

  test('restores the single wallet per family of older versions', async () => {
    const { '@billfold/connections': _, ...stored } = read(version)
    const { state } = await reopen(stored, 1)
    expect(addressesOf(state())).toEqual({ 'io.one': owners['io.one'] })
  })
})

test('stores data in the format that later versions are tested with', async () => {
  // If this fails on purpose: run `node packages/core/test/storedPage/record.ts <commit>`, and add its name to the list
  // above.
  expect(shapeOf(await leaveConnectedPage())).toEqual(shapeOf(read('67f11505')))
})

/** Property names at any depth, except addresses and keys. */
function shapeOf(stored: Stored): unknown {
  const shape = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(shape)
    if (typeof value !== 'object' || value === null) return typeof value
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [/[0-9a-f]{40}/i.test(name) ? 'x' : name, shape(inner)]),
    )
  }
  const parsed = (text: string): unknown => (/^[[{]/.test(text) ? JSON.parse(text) : text)
  return Object.fromEntries(Object.entries(stored).map(([key, text]) => [key, shape(parsed(text))]))
}
