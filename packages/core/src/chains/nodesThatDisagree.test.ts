import { KitError } from '@billfold/protocol/error'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bitcoinPayment, bitcoinWorld } from '../../test/bitcoinWorld.ts'
import { type EvmNode, type EvmTx, evmWorld } from '../../test/evmWorld.ts'
import { type PolkadotNode, polkadotPayment, polkadotWorld } from '../../test/polkadotWorld.ts'
import { payer, type SolanaNode, solanaTransaction, solanaWorld } from '../../test/solanaWorld.ts'
import { newsOf } from '../features/transactions/newsOf.ts'
import { reduceTransactions } from '../features/transactions/transactions.ts'
import type { Transaction } from '../model/transactions.ts'
import { findTransactionStatus as lookForBitcoin } from './bip122/transactionStatus.ts'
import type { QueryChain, WalletRequest } from './chainQuery.ts'
import { findTransactionStatus as lookForEvm } from './eip155/transactionStatus.ts'
import { findTransactionStatus as lookForPolkadot, writeTrace } from './polkadot/transactionStatus.ts'
import { findTransactionStatus as lookForSolana } from './solana/transactionStatus.ts'
import type { SentCall, TransactionStatus } from './transfers.ts'

// Each request goes to another node, and nodes disagree. A final outcome must hold on the surviving chain.

const me = '0x52908400098527886E0F7030069857D2E4169EE7'
const friend = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const name = (letter: string) => `0x${letter.repeat(64)}`
const evmCall = { from: me, to: friend, value: '1', data: '0x' }
const unsigned = solanaTransaction(1000)
const meant = { to: friend, amount: '1', symbol: 'ETH', decimals: 18 }

// These tests create errors by the hundred thousand.
const { stackTraceLimit } = Error
beforeAll(() => {
  Error.stackTraceLimit = 0
})
afterAll(() => {
  Error.stackTraceLimit = stackTraceLimit
})

type Look = (sent: SentCall, ask: QueryChain) => Promise<TransactionStatus>

/** A transaction polled as the kit does, through any node. */
function followed(transaction: Transaction, look: Look) {
  let list: readonly Transaction[] = [transaction]
  const words: string[] = []
  let isOver = false
  return {
    words,
    isOver: () => isOver,
    async look(ask: QueryChain) {
      const [now] = list
      if (!now || isOver) return
      const { hash, from, call, trace } = now
      const sighting = await look({ hash, from, call, ...(trace ? { trace } : {}) }, ask).catch(() => undefined)
      const news = sighting && newsOf(now, sighting, list, 0)
      if (news?.event) list = reduceTransactions(list, news.event)
      isOver = news?.isOver ?? false
      const { status, isRecallable } = list[0]!
      words.push(isRecallable ? `${status}?` : status)
    },
  }
}

/** A seeded random generator. */
function diceOf(seed: number) {
  let state = seed | 1
  const roll = (sides: number): number => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % sides
  }
  return {
    roll,
    pick: <T>(list: readonly T[]): T => list[roll(list.length)] as T,
    isOne: (of: number) => roll(of) === 0,
  }
}
const isFilled = (params: unknown) => Array.isArray(params) && params.length > 0
const seeds = fc.integer({ min: 1, max: 2 ** 31 - 1 })
/** Runs of each family; `DISAGREEING_RUNS` changes how many. */
const runsOf = (few: number) => Number(process.env.DISAGREEING_RUNS ?? few)
const [evmRuns, solanaRuns, bitcoinRuns, polkadotRuns] = [runsOf(6000), runsOf(4000), runsOf(3000), runsOf(800)]
const timeoutOf = (runs: number) => 300_000 + 100 * runs

test('EVM: reports no final outcome that the chain does not keep', { timeout: timeoutOf(evmRuns) }, async () => {
  const finals = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(seeds, async (seed) => {
      const { roll, pick, isOne } = diceOf(seed)
      const fate = pick(['included', 'reverted', 'faster', 'cancelled', 'waits'] as const)
      const { world, mine, reorg, askNode } = evmWorld({ finalDepth: 8 })
      const own: EvmTx = { hash: name('a'), from: me, to: friend, value: 1n, input: '0x', nonce: 0 }
      const other: EvmTx =
        fate === 'cancelled' ? { ...own, hash: name('c'), to: me, value: 0n } : { ...own, hash: name('b') }
      const chosen = fate === 'reverted' ? { ...own, isReverted: true } : fate === 'included' ? own : other
      world.mempool.add(own)
      const kept = followed(
        {
          ...{ hash: own.hash, networkId: 'eip155:1', kind: 'send', from: me, call: evmCall, meant },
          ...{ sentAt: 0, status: 'pending', trace: { nonce: 0, block: '10' } },
        },
        lookForEvm,
      )
      let stale: ReturnType<typeof reorg> = []
      let staleUntil = 0
      let minedAt: number | undefined
      /** Each request reaches another node: lagging, on a dead fork, pruned, without mempool, or down. */
      const ask: QueryChain = (question) => {
        if (isOne(12)) return Promise.reject(new KitError('unavailable'))
        const node: EvmNode = {
          ...{ lag: roll(4), keeps: pick([4, 1000, 1000, 1000]) },
          ...(isOne(6) ? { hasReceipt: () => false } : {}),
          ...(isOne(3) ? { mempool: new Set() } : {}),
          ...(world.head < staleUntil && isOne(2) ? { fork: stale } : {}),
        }
        return askNode(node)(question)
      }
      for (let turn = 0; turn < 25 && !kept.isOver(); turn++) {
        const act = turn < 16 ? pick(['mine', 'mine', 'skip', 'reorg', 'look', 'look', 'look']) : 'look'
        if (act === 'mine' || act === 'skip') {
          const isIn = act === 'mine' && minedAt === undefined && fate !== 'waits'
          mine(...(isIn ? [chosen] : []))
          if (isIn) minedAt = world.head
        } else if (act === 'reorg' && world.head > 14) {
          stale = reorg(2)
          if (minedAt !== undefined && minedAt > world.head) minedAt = undefined
          // The new branch must be longer.
          for (let more = 0; more < 3; more++) mine()
          staleUntil = world.head + 3
        } else {
          if (turn >= 16) for (let more = 0; more < 3; more++) mine()
          await kept.look(ask)
        }
      }
      if (!kept.isOver()) return
      const outcome = kept.words.at(-1)
      finals.set(fate, (finals.get(fate) ?? 0) + 1)
      // Final from now on: mined transactions stay.
      const truth = { included: 'confirmed', faster: 'confirmed', reverted: 'failed', cancelled: 'replaced', waits: '' }
      expect(outcome).toBe(truth[fate])
    }),
    { numRuns: evmRuns },
  )
  for (const fate of ['included', 'reverted', 'faster', 'cancelled'])
    expect(finals.get(fate)).toBeGreaterThan(evmRuns / 60)
})

test('Solana: reports “expired” only of what can never be included', {
  timeout: timeoutOf(solanaRuns),
}, async () => {
  let expired = 0
  await fc.assert(
    fc.asyncProperty(seeds, async (seed) => {
      const { roll, pick, isOne } = diceOf(seed)
      const { world, askNode, isValid } = solanaWorld()
      const behind = pick([0, 0, 5, 40, 120])
      const includedAt = pick([undefined, undefined, 1149, 1001 + roll(149)])
      const call = { from: payer, transaction: unsigned }
      const trace = { signed: unsigned, ...(isOne(3) ? {} : { slot: 1000 - behind, height: 1000 - behind }) }
      const kept = followed(
        {
          ...{ hash: 'name', networkId: 'solana:x', kind: 'send', from: payer, call, meant },
          ...{ sentAt: 0, status: 'pending', trace },
        },
        lookForSolana,
      )
      const ask: QueryChain = (question) => {
        if (isOne(20)) return Promise.reject(new KitError('unavailable'))
        const lag = pick([0, 0, 5, 40, 120])
        const node: SolanaNode = { lag, ...(isOne(6) ? { from: world.slot - lag - 50 } : {}) }
        return askNode(node)(question)
      }
      for (let turn = 0; turn < 20 && !kept.isOver(); turn++) {
        world.slot += pick([3, 20, 40, 150])
        if (includedAt !== undefined && world.slot >= includedAt) world.included = includedAt
        await kept.look(ask)
      }
      if (kept.words.at(-1) !== 'expired') return
      expired += 1
      expect(includedAt).toBeUndefined()
      expect(isValid()).toBe(false)
    }),
    { numRuns: solanaRuns },
  )
  expect(expired).toBeGreaterThan(solanaRuns / 14)
})

test('Bitcoin: reports no final outcome that the chain does not keep', {
  timeout: timeoutOf(bitcoinRuns),
}, async () => {
  const finals = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(seeds, async (seed) => {
      const { roll, pick, isOne } = diceOf(seed)
      const fate = pick(['included', 'faster', 'cancelled', 'waits'] as const)
      const { own, faster, cancelled, call } = bitcoinPayment
      const chosen = fate === 'faster' ? faster : fate === 'cancelled' ? cancelled : own
      const { world, mine, reorg, askNode } = bitcoinWorld()
      // Broadcast to a network of which only some nodes know it.
      world.mempool.add(own)
      const kept = followed(
        {
          ...{ hash: own.id, networkId: 'bip122:x', kind: 'send', from: call.from, call, meant },
          ...{ sentAt: 0, status: 'pending', trace: { raw: own.hex } },
        },
        lookForBitcoin,
      )
      let stale: ReturnType<typeof reorg> | undefined
      let staleUntil = 0
      let minedAt: number | undefined
      const ask: QueryChain = (question) => {
        if (isOne(12)) return Promise.reject(new KitError('unavailable'))
        const isStale = stale && world.head < staleUntil && isOne(2)
        return askNode({ lag: roll(3), hasMempool: !isOne(3), ...(isStale ? { fork: stale! } : {}) })(question)
      }
      for (let turn = 0; turn < 25 && !kept.isOver(); turn++) {
        const act = turn < 16 ? pick(['mine', 'mine', 'skip', 'reorg', 'look', 'look', 'look']) : 'look'
        if (act === 'mine' || act === 'skip') {
          const isIn = act === 'mine' && minedAt === undefined && fate !== 'waits'
          mine(...(isIn ? [chosen] : []))
          if (isIn) minedAt = world.head
        } else if (act === 'reorg' && world.head > 14) {
          stale = reorg(2)
          if (minedAt !== undefined && minedAt > world.head) minedAt = undefined
          for (let more = 0; more < 3; more++) mine()
          staleUntil = world.head + 2
        } else {
          if (turn >= 16) for (let more = 0; more < 3; more++) mine()
          await kept.look(ask)
        }
      }
      if (!kept.isOver()) return
      finals.set(fate, (finals.get(fate) ?? 0) + 1)
      const truth = { included: 'confirmed', faster: 'confirmed', cancelled: 'replaced', waits: '' }
      expect(kept.words.at(-1)).toBe(truth[fate])
    }),
    { numRuns: bitcoinRuns },
  )
  for (const fate of ['included', 'faster', 'cancelled']) expect(finals.get(fate)).toBeGreaterThan(bitcoinRuns / 30)
})

test('Polkadot: reports no final outcome that the chain does not keep', {
  timeout: timeoutOf(polkadotRuns),
}, async () => {
  const finals = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(seeds, async (seed) => {
      const { roll, pick, isOne } = diceOf(seed)
      const newFate = () => pick(['succeeded', 'failed', 'rival', 'waits'] as const)
      let fate = newFate()
      const { world, mine, reorg, askNode, outcome, isOver } = polkadotWorld()
      const { hash, from, call, extrinsic } = polkadotPayment
      // The node that took it may pass it on to no one.
      world.isInPool = !isOne(3)
      const kept = followed(
        {
          ...{ hash, networkId: 'polkadot:x', kind: 'send', from, call, meant },
          ...{ sentAt: 0, status: 'pending', trace: writeTrace(extrinsic) },
        },
        lookForPolkadot,
      )
      let stale: ReturnType<typeof reorg> | undefined
      const newNode = (): PolkadotNode => ({
        ...{ lag: pick([0, 0, roll(4)]), finalLag: roll(3), keeps: pick([4, 1000, 1000, 1000]) },
        ...{ hasEvents: !isOne(6), isRelaying: isOne(2), ...(stale && isOne(2) ? { fork: stale } : {}) },
      })
      /** A look takes dozens of requests. Were each of them to find another node, none would come to an end. */
      let [usual, other, isCalm] = [newNode(), newNode(), false]
      const ask: QueryChain = (question) => {
        const { method, params } = question as WalletRequest
        if (isCalm) {
          // What is final comes from one node, the blocks from another.
          const isOfFinal = method === 'chain_getFinalizedHead' || (method === 'chain_getHeader' && isFilled(params))
          return askNode(isOfFinal ? other : usual)(question)
        }
        if (isOne(20)) return Promise.reject(new KitError('unavailable'))
        return askNode(isOne(3) ? newNode() : usual)(question)
      }
      for (let turn = 0; turn < 40 && !kept.isOver(); turn++) {
        const act = turn < 28 ? pick(['mine', 'mine', 'skip', 'reorg', 'look', 'look', 'look']) : 'look'
        if (act === 'mine' || act === 'skip') {
          mine(act === 'mine' && fate !== 'waits' ? fate : undefined)
          for (let more = pick([0, 0, 0, 1, 12]); more > 0; more--) mine()
        } else if (act === 'reorg') {
          const taken = reorg()
          if (isOne(2) || taken.some(({ tx }) => tx !== undefined)) stale = taken
          if (outcome() === undefined) fate = newFate()
          // The new branch is longer, or no one would go over to it.
          mine(isOne(2) && fate !== 'waits' ? fate : undefined)
          for (let more = taken.length; more > 0; more--) mine()
        } else {
          if (turn >= 28) for (let more = 0; more < 8; more++) mine()
          ;[usual, other, isCalm] = [newNode(), newNode(), isOne(2)]
          await kept.look(ask)
        }
      }
      if (!kept.isOver()) return
      const said = kept.words.at(-1)!
      finals.set(said, (finals.get(said) ?? 0) + 1)
      // What has expired may see its nonce used later.
      const truth = { succeeded: ['confirmed'], failed: ['failed'], rival: ['replaced', 'expired'], none: ['expired'] }
      expect(truth[outcome() ?? 'none']).toContain(said)
      if (said === 'expired') expect(isOver()).toBe(true)
    }),
    { numRuns: polkadotRuns },
  )
  for (const word of ['confirmed', 'failed', 'replaced', 'expired'])
    expect(finals.get(word), word).toBeGreaterThan(polkadotRuns / 60)
})
