import { cleanText } from '@billfold/protocol/cleanText'
import { sameAddress } from '@billfold/protocol/sameAddress'
import * as z from 'zod/mini'
import type { Hex } from '../evm/signHash.ts'
import type { QueryEvm } from './fillTransaction.ts'
import { type EvmLog, evmLog, type LogFacts, type Move, readLogs } from './readLogs.ts'

/** An account's gain or loss: of the coin, a token, or one item of a collection. */
export type SimulatedChange = { token?: Hex | undefined; item?: bigint; amount: bigint }

export type Simulation = LogFacts & { changes: SimulatedChange[] }
/** A simulation's result, or the node's reason why the calls would fail. */
export type Trial = Simulation | { failure: string }
export type TriedCall = { from: string; to?: Hex | undefined; value: bigint; data: Hex }

/** Wrapped coins and tokens of our list, whose code is known. */
export type KnownContracts = { isWrapped(token: string): boolean; isPinned(token: string): boolean }

const hex = z.string().check(z.regex(/^0x[0-9a-fA-F]*$/))
const address = z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/))

const result = z.object({
  status: hex,
  // Logs are required: without them, the outcome is unknown.
  logs: z.array(evmLog),
})
const failed = z.object({ status: hex, error: z.optional(z.object({ message: z.string() })) })
const simulated = z.tuple([z.object({ calls: z.array(failed) })])
const succeeded = z.tuple([z.object({ calls: z.array(result) })])

const frame = z.object({
  type: z.string(),
  from: address,
  to: z.optional(z.nullable(address)),
  value: z.optional(z.nullable(hex)),
  error: z.optional(z.nullable(z.string())),
  revertReason: z.optional(z.nullable(z.string())),
  logs: z.optional(z.nullable(z.array(evmLog))),
  calls: z.optional(z.nullable(z.array(z.unknown()))),
})

/** Traces the calls and their logs, without any custom tracer code. */
const tracing = { tracer: 'callTracer', tracerConfig: { withLog: true } }
const maxFrames = 10_000

/**
 * Simulates calls, one after the other and all or none, and returns an account's changes. Uses `eth_simulateV1`, or a trace for a single call;
 * undefined if the node supports neither: then the screen says that the outcome is unknown.
 */
export async function simulateChanges(
  calls: readonly TriedCall[],
  own: string,
  ask: QueryEvm,
  known: KnownContracts = { isWrapped: () => false, isPinned: () => false },
): Promise<Trial | undefined> {
  const requests = calls.map((call) => ({ ...call, value: `0x${call.value.toString(16)}` }))
  const outcome =
    (await tried(async () => {
      const block = { blockStateCalls: [{ calls: requests }], traceTransfers: true }
      const answer = await ask('eth_simulateV1', [block, 'latest'])
      const [{ calls: results }] = z.parse(simulated, answer)
      // A node that skips a call has not simulated them all.
      if (results.length !== requests.length) return undefined
      const failure = results.find(({ status }) => BigInt(status) !== 1n)
      if (failure) return failureOf(failure.error?.message)
      const logs = z.parse(succeeded, answer)[0].calls.flatMap((each) => each.logs)
      return { payments: [], logs }
    })) ??
    (requests.length === 1
      ? await tried(async () => readTrace(await ask('debug_traceCall', [requests[0], 'latest', tracing])))
      : undefined)
  if (!outcome || 'failure' in outcome) return outcome
  const facts = readLogs(outcome.logs, own, known)
  const moves = [...outcome.payments, ...facts.moves]
  return { ...facts, moves, changes: netOf(moves, own) }
}

/** A revert reason is the contract's own text, so clean it. */
const failureOf = (reason: unknown) => ({ failure: cleanText(reason, 200) })

async function tried<T>(act: () => Promise<T>): Promise<T | undefined> {
  try {
    return await act()
  } catch {
    // Unsupported, or an invalid response.
    return undefined
  }
}

/** Every payment and event in a trace, except those of reverted calls. */
function readTrace(root: unknown): { payments: Move[]; logs: EvmLog[] } | { failure: string } | undefined {
  const [payments, events]: [Move[], EvmLog[]] = [[], []]
  const open = [root]
  for (let count = 0; open.length > 0; count++) {
    if (count > maxFrames) return undefined
    const { type, from, to, value, error, revertReason, logs, calls } = z.parse(frame, open.pop())
    if (error) {
      if (count === 0) return failureOf(revertReason || error)
      continue
    }
    const amount = value ? BigInt(value) : 0n
    // A delegate call repeats a value that has moved already.
    if (to && amount > 0n && !['DELEGATECALL', 'CALLCODE', 'STATICCALL'].includes(type))
      payments.push({ from, to, amount })
    events.push(...(logs ?? []))
    // In order of execution: the last change of a permission holds.
    open.push(...(calls ?? []).toReversed())
  }
  return { payments, logs: events }
}

/** An account's net changes. */
export function netOf(moves: readonly Move[], own: string): SimulatedChange[] {
  const sums = new Map<string, SimulatedChange>()
  for (const { from, to, amount, token, item } of moves) {
    const [isFrom, isTo] = [from, to].map((side) => sameAddress('eip155', side, own))
    if (isFrom === isTo) continue
    const name = `${token ? BigInt(token) : ''}:${item ?? ''}`
    const before = sums.get(name)?.amount ?? 0n
    const of = { ...(token && { token }), ...(item !== undefined && { item }) }
    sums.set(name, { ...of, amount: before + (isTo ? amount : -amount) })
  }
  // Losses come first.
  return [...sums.values()]
    .filter(({ amount }) => amount !== 0n)
    .sort((one, two) => (one.amount < 0n ? 0 : 1) - (two.amount < 0n ? 0 : 1))
}
