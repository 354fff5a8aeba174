import { knownWallets } from '@billfold/protocol/knownWallets'
import { expect, test } from 'vitest'
import { setUpKit, until } from '../../../test/setUpKit.ts'
import { completeKit } from '../../completeKit.ts'
import type { Kit } from '../../kit.ts'
import type { ConnectorInfo } from '../../model/connector.ts'
import { fakeHttp } from '../../ports/fakeHttp.ts'
import { queriesOf } from '../../queries/queriesOf.ts'
import { recommendedWalletsQuery } from '../wallets/walletsQuery.ts'
import { mergedConnectors } from './mergedConnectors.ts'

const phantomId = knownWallets.find(({ name }) => name === 'Phantom')!.id
const announced = (id: string, rest: Partial<ConnectorInfo> = {}) =>
  ({
    type: 'connector/announced',
    connector: { id, name: id, type: 'ANNOUNCED', namespace: 'eip155', ...rest },
  }) as const
const onEvm = announced('app.phantom', { name: 'Phantom', rdns: 'app.phantom' })
const onSolana = announced('Phantom', { namespace: 'solana' })
/** Waits until this many connectors are matched. */
const recognised = (kit: Kit, count: number) =>
  until(kit, ({ connectors }) => connectors.filter(({ explorerId }) => explorerId).length === count)
const inPolkadot = announced('polkadot-js', { namespace: 'polkadot' })

test('matches a connector on every family, whether it arrived before or after the modal', async () => {
  const { kit } = setUpKit({ isComplete: false })
  kit.store.send(onEvm)
  kit.store.send(onSolana)
  completeKit(kit)
  kit.store.send(inPolkadot)
  const polkadotJs = knownWallets.find(({ name }) => name === 'Polkadot.js')!.id
  await recognised(kit, 3)
  expect(kit.store.get().connectors.map(({ explorerId }) => explorerId)).toEqual([phantomId, phantomId, polkadotJs])
  expect(mergedConnectors(kit.store.get())).toMatchObject([
    { type: 'MULTI_CHAIN', explorerId: phantomId },
    { explorerId: polkadotJs },
  ])
})

test('does not match a wallet by name alone if its rdns differs', async () => {
  const { kit } = setUpKit()
  kit.store.send(announced('org.other', { name: 'Phantom', rdns: 'org.other' }))
  kit.store.send(onSolana)
  await recognised(kit, 1)
  expect(kit.store.get().connectors.map(({ explorerId }) => explorerId)).toEqual([undefined, phantomId])
  expect(mergedConnectors(kit.store.get())).toHaveLength(2)
})

test('matches a wallet that only the site’s registry knows', async () => {
  const acme = { id: 'acme-1', name: 'Acme', rdns: 'com.acme' }
  const { kit } = setUpKit({ http: fakeHttp(() => ({ body: { data: [acme], count: 1 } })) })
  kit.store.send(announced('com.acme', { rdns: 'com.acme' }))
  kit.store.send(onEvm)
  await recognised(kit, 1)
  expect(kit.store.get().connectors[0]).not.toHaveProperty('explorerId')
  await queriesOf(kit).fetchQuery(recommendedWalletsQuery(kit))
  await recognised(kit, 2)
  expect(kit.store.get().connectors.map(({ explorerId }) => explorerId)).toEqual(['acme-1', phantomId])
})

test('matches the WalletConnect peer with the chosen, an earlier or a known wallet', async () => {
  const peerIs = async (name: string, chosen?: { id: string; name: string }) => {
    const { kit } = setUpKit({ customWallets: [{ id: 'own', name: 'Own Wallet' }] })
    kit.store.send({
      type: 'connect/started',
      connectorId: 'walletConnect',
      namespace: 'eip155',
      ...(chosen ? { wallet: chosen } : {}),
    })
    kit.store.send({ type: 'walletConnect/settled', namespaces: ['eip155'], peer: { name } })
    for (let turn = 0; turn < 20; turn++) await new Promise<void>((next) => setImmediate(next))
    return kit.store.get().walletConnect.peer?.explorerId
  }
  expect(await peerIs('Phantom')).toBe(phantomId)
  expect(await peerIs('Own')).toBe('own')
  expect(await peerIs('Acme', { id: 'acme-1', name: 'Acme' })).toBe('acme-1')
  // A different app than the chosen one responded.
  expect(await peerIs('Nobody', { id: 'acme-1', name: 'Acme' })).toBeUndefined()
})
