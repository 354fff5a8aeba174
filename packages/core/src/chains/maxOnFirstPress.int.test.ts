import { afterAll, afterEach, describe, expect, test } from 'vitest'
import {
  closePlaces,
  type LivePlace,
  onBitcoin,
  onEthereum,
  onPolkadot,
  onRollup,
  onScroll,
  onSolana,
} from '../../test/livePlaces.ts'
import { visitPlace } from '../../test/visitPlace.ts'
import { entryUnits } from '../features/amount/entryUnits.ts'
import { holdingQuery, planQuery } from '../features/send/chainQueries.ts'
import { editDraft } from '../features/send/editDraft.ts'
import { fillMost } from '../features/send/fillMost.ts'
import { formPlace } from '../features/send/formPlace.ts'
import { sendTransfer } from '../features/send/sendTransfer.ts'
import { fillMost as fillMostToSwap } from '../features/swap/fillMost.ts'
import type { Kit } from '../kit.ts'
import type { SendToken } from '../model/transfer.ts'
import { createNetworkRequest } from '../rpc/createNetworkRequest.ts'

afterAll(closePlaces)
const kits: Kit[] = []
afterEach(() => {
  for (const kit of kits.splice(0)) kit.dispose()
})
const places = { onEthereum, onRollup, onScroll, onSolana, onBitcoin, onPolkadot }
const { signal } = new AbortController()

/** A page whose wallet is connected on a real chain. */
async function visit(onChain: (index: number) => Promise<LivePlace>, index: number) {
  const place = await onChain(index)
  const { networkId, from } = place
  const { kit, source } = visitPlace(place)
  kits.push(kit)
  const holds = (token: SendToken, owner = from) =>
    holdingQuery(kit, { networkId, owner, token: token.address }).queryFn({ signal })

  /** Presses Max, before or after entering the recipient; then reviews and sends. */
  async function sendMost(token: SendToken, to: string, isRecipientFirst: boolean) {
    editDraft(kit, { ...(token.address ? { token } : {}), ...(isRecipientFirst ? { to } : {}) })
    const balance = await holds(token)
    const at = { place: formPlace(kit), networkId, source, token, balance }
    await fillMost(kit, { ...at, to: isRecipientFirst ? to : undefined })
    const { draft } = kit.store.get().send
    const read = entryUnits(draft, token.decimals)
    const amount = 'units' in read ? read.units : 0n
    editDraft(kit, { to })
    const plan = await planQuery(kit, { networkId, from, to, amount, token }).queryFn({ signal })
    expect(plan.refusal, token.symbol).toBeUndefined()
    const before = await holds(token, to)
    expect(await sendTransfer(kit, { plan, source }), token.symbol).toBe(true)
    await place.mine()
    const { hash } = kit.store.get().transactions[0]!
    const endOf = () => {
      const { status, refusal } = kit.store.get().transactions.find((each) => each.hash === hash) ?? {}
      return { token: token.symbol, status, refusal }
    }
    await expect.poll(endOf, { timeout: 30_000 }).toEqual({ token: token.symbol, status: 'confirmed' })
    expect((await holds(token, to)) - before, token.symbol).toBe(plan.arrives)
    return { amount, balance, left: await holds(token) }
  }
  return { ...place, kit, source, holds, sendMost }
}

describe.each(Object.entries(places))('Max of every asset %s', (_, onChain) => {
  test('sends the coin on the first press, after the recipient', async () => {
    const { coin, to, sendMost, stays, uncharged } = await visit(onChain, 1)
    const { amount, balance, left } = await sendMost(coin, to, true)
    expect(left).toBeGreaterThanOrEqual(stays + uncharged)
    // A negligible remainder: a thousandth, plus what this chain does not charge.
    expect(balance - amount - stays - (uncharged * 3n) / 2n).toBeLessThan(balance / 1_000n)
  })

  test('sends each token and then the coin on the first press, before the recipient', async () => {
    const { coin, tokens, to, sendMost, holds } = await visit(onChain, 0)
    for (const token of tokens) {
      if ((await holds(token)) === 0n) continue
      const { amount, balance, left } = await sendMost(token, to, false)
      expect(amount, token.symbol).toBe(balance)
      expect(left, token.symbol).toBe(0n)
    }
    await sendMost(coin, to, false)
  })
})

test.each([
  ['onEthereum', onEthereum],
  ['onRollup', onRollup],
] as const)('sends Max of a swap of the coin on the first press: %s', async (_, onChain) => {
  const { kit, networkId, coin, source, from, holds, wallet, mine } = await visit(onChain, 2)
  const balance = await holds(coin)
  const { draft } = kit.store.get().swap
  const asset = { ...coin, name: coin.symbol }
  await fillMostToSwap(kit, { draft, networkId, source, from: asset, balance, quote: undefined })
  const read = entryUnits(kit.store.get().swap.draft, coin.decimals)
  const value = 'units' in read ? read.units : 0n
  expect(value).toBeGreaterThan((balance * 999n) / 1_000n)
  // The length of a swap's call, incompressible, to an account that accepts anything.
  const data = `0x${Array.from({ length: 1_000 }, (__, at) => (((at * 167 + 89) % 255) + 1).toString(16).padStart(2, '0')).join('')}`
  const chain = await kit.chains.eip155!()
  const judge = await (await chain.swaps!())!.judge()
  const call = { from, to: '0x1111111111111111111111111111111111111113', value: `${value}`, data }
  const tried = await judge.tryOut([call], createNetworkRequest(kit, { networkId }))
  expect(tried).toBeDefined()
  const { method, params } = (await chain.transfers!())!.request(tried!, networkId)
  expect((params as [object])[0]).toMatchObject({ gas: expect.any(String), maxFeePerGas: expect.any(String) })
  const hash = await wallet(method, params)
  await mine()
  expect(await wallet('eth_getTransactionReceipt', [hash])).toMatchObject({ status: '0x1' })
})
