import { describe, expect, it } from 'vitest'
import { payer, type SolanaNode, solanaTransaction, solanaWorld } from '../../../test/solanaWorld.ts'
import type { Trace } from '../../model/transfer.ts'
import type { QueryChain } from '../chainQuery.ts'
import type { TransactionStatus } from '../transfers.ts'
import { findTransactionStatus } from './transactionStatus.ts'

const call = { from: payer, transaction: solanaTransaction(1000) }
type StoredTrace = Trace | undefined

/** Polls every few slots, keeping each result, as the kit does. */
async function follow(
  set: ReturnType<typeof solanaWorld>,
  { trace, slots, nodes = [{}], step = 20 }: { trace: StoredTrace; slots: number; nodes?: SolanaNode[]; step?: number },
) {
  let kept = trace
  let last: TransactionStatus = { state: 'unknown' }
  for (let passed = 0, turn = 0; passed <= slots; passed += step) {
    const ask: QueryChain = (question) => set.askNode(nodes[turn++ % nodes.length]!)(question)
    last = await findTransactionStatus({ hash: 'name', from: payer, call, ...(kept ? { trace: kept } : {}) }, ask)
    if (last.state !== 'pending') break
    kept = last.trace ?? kept
    set.world.slot += step
  }
  return { last, kept }
}

const signed = { signed: solanaTransaction(1000), slot: 1000, height: 1000 }

describe('a signed transaction that no block contains', () => {
  it('expires once its blockhash is invalid for good, and is rebroadcast until then', async () => {
    const set = solanaWorld()
    const { last } = await follow(set, { trace: signed, slots: 600 })
    expect(last).toEqual({ state: 'expired' })
    expect(set.isValid()).toBe(false)
    expect(set.world.sent).toBeGreaterThan(3)
  })

  it('does not expire by the height of a lagging node', async () => {
    const set = solanaWorld()
    // From a node that is a minute behind when the wallet responds.
    const behind = { signed: solanaTransaction(1000), slot: 850, height: 850, lastBlock: 1000 }
    const { last } = await follow(set, { trace: behind, slots: 150, nodes: [{}, { lag: 60 }] })
    expect(set.world.slot - 1000).toBeLessThanOrEqual(180)
    expect(last).toMatchObject({ state: 'pending' })
  })

  it('does not expire by a final block older than its blockhash', async () => {
    const set = solanaWorld()
    const { last } = await follow(set, { trace: signed, slots: 20, step: 1, nodes: [{ lag: 20 }] })
    expect(last).toMatchObject({ state: 'pending' })
  })

  it('expires even if the height was unknown at the wallet’s response', async () => {
    const set = solanaWorld()
    // How old it could be is unknown too: the account needs transactions older than a day.
    set.world.slot = set.world.blockhash = 300_000
    const { last } = await follow(set, { trace: { signed: signed.signed }, slots: 2000 })
    expect(last).toEqual({ state: 'expired' })
  })

  it('expires after the page was closed for hours, but not by a node without old blocks', async () => {
    const set = solanaWorld()
    set.world.slot += 20_000
    expect((await follow(set, { trace: signed, slots: 200, nodes: [{ from: 15_000 }] })).last.state).toBe('pending')
    expect((await follow(set, { trace: signed, slots: 200 })).last.state).toBe('expired')
    set.world.older = undefined
    expect((await follow(set, { trace: signed, slots: 200 })).last.state).toBe('pending')
  })

  it('is found if a slower node did not know it', async () => {
    const set = solanaWorld()
    set.world.slot += 400
    set.world.included = 1149
    const { last } = await follow(set, { trace: signed, slots: 200, step: 1, nodes: [{ lag: 260 }, {}, {}, {}] })
    expect(last).toMatchObject({ state: 'included', succeeded: true, isFinal: true })
  })
})

it('survives with a nonce, however late', async () => {
  const set = solanaWorld()
  const durable = { signed: solanaTransaction(1000, true), slot: 1000, height: 1000, lastBlock: 1150 }
  expect((await follow(set, { trace: durable, slots: 4000, step: 100 })).last).toMatchObject({ state: 'pending' })
})

it('is only unknown if the wallet sent it by itself', async () => {
  const set = solanaWorld()
  set.world.slot += 5000
  const { last } = await follow(set, { trace: { slot: 1000, height: 1000, lastBlock: 1150 }, slots: 400 })
  expect(last).toEqual({ state: 'unknown' })
})
