import { cleanText } from '@billfold/protocol/cleanText'
import { sameAddress } from '@billfold/protocol/sameAddress'
import * as z from 'zod/mini'
import type { Hex } from '../evm/signHash.ts'
import type { AskEvm } from './fillTransaction.ts'

/** What an account has more or less of afterwards: the coin, a token, or one item of a collection. */
export type SimulatedChange = { token?: Hex; item?: bigint; amount: bigint }
/** How a trial ended: with what an account has more or less of, or with the node's reason why it would fail. */
export type Trial = { changes: SimulatedChange[] } | { failure: string }
export type TriedCall = { from: string; to?: Hex | undefined; value: bigint; data: Hex }

const hex = z.string().check(z.regex(/^0x[0-9a-fA-F]*$/))
const address = z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/))
const log = z.object({ address, topics: z.array(hex).check(z.maxLength(4)), data: z.optional(hex) })
type Log = z.infer<typeof log>

const result = z.object({
  status: hex,
  logs: z.optional(z.array(log)),
  error: z.optional(z.object({ message: z.string() })),
})
const simulated = z.tuple([z.object({ calls: z.array(result) })])

const frame = z.object({
  type: z.string(),
  from: address,
  to: z.optional(z.nullable(address)),
  value: z.optional(z.nullable(hex)),
  error: z.optional(z.nullable(z.string())),
  revertReason: z.optional(z.nullable(z.string())),
  logs: z.optional(z.nullable(z.array(log))),
  calls: z.optional(z.nullable(z.array(z.unknown()))),
})
type Move = SimulatedChange & { from: string; to: string }

/** The address under which `eth_simulateV1` tells of the coin itself. */
const coinAddress = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
/** Transfer(address,address,uint256): of a token the amount is data, of a collection the item is a topic. */
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
/** What the frame asks a node to trace: the calls and their logs, and nothing that runs code of the asker's. */
const tracing = { tracer: 'callTracer', tracerConfig: { withLog: true } }
const mostFrames = 10_000

/**
 * What calls, one after the other and all or none, would change for an account, by a trial on the chain: as nodes simulate, or else, for
 * one call, as they trace. Undefined where the node supports neither: the outcome is unknown, and the screen says so.
 */
export async function simulateChanges(
  calls: readonly TriedCall[],
  own: string,
  ask: AskEvm,
): Promise<Trial | undefined> {
  const asked = calls.map((call) => ({ ...call, value: `0x${call.value.toString(16)}` }))
  const moves =
    (await tried(async () => {
      const block = { blockStateCalls: [{ calls: asked }], traceTransfers: true }
      const [{ calls: results }] = z.parse(simulated, await ask('eth_simulateV1', [block, 'latest']))
      // A node that leaves a call out has not tried them.
      if (results.length !== asked.length) return undefined
      const failed = results.find(({ status }) => BigInt(status) !== 1n)
      return failed ? failureOf(failed.error?.message) : results.flatMap(({ logs = [] }) => logs.flatMap(moveIn))
    })) ??
    (asked.length === 1
      ? await tried(async () => movesOf(await ask('debug_traceCall', [asked[0], 'latest', tracing])))
      : undefined)
  return Array.isArray(moves) ? { changes: netOf(moves, own) } : moves
}

/** A contract words its own refusal, so it is a stranger's text. */
const failureOf = (reason: unknown) => ({ failure: cleanText(reason, 200) })

async function tried<T>(act: () => Promise<T>): Promise<T | undefined> {
  try {
    return await act()
  } catch {
    // A node that cannot do it, or answers with something else, has told nothing.
    return undefined
  }
}

/** Every move in a trace. What was undone with its call moved nothing. */
function movesOf(root: unknown): Move[] | { failure: string } | undefined {
  const moves: Move[] = []
  const open = [root]
  for (let count = 0; open.length > 0; count++) {
    if (count > mostFrames) return undefined
    const { type, from, to, value, error, revertReason, logs, calls } = z.parse(frame, open.pop())
    if (error) {
      if (count === 0) return failureOf(revertReason || error)
      continue
    }
    const amount = value ? BigInt(value) : 0n
    // Code that is borrowed runs with a value that has moved already.
    if (to && amount > 0n && !['DELEGATECALL', 'CALLCODE', 'STATICCALL'].includes(type))
      moves.push({ from, to, amount })
    moves.push(...(logs ?? []).flatMap(moveIn))
    open.push(...(calls ?? []))
  }
  return moves
}

function moveIn({ address: token, topics, data = '0x' }: Log): Move[] {
  const [topic, from, to, id] = topics
  if (
    topic === undefined ||
    BigInt(topic) !== BigInt(transferTopic) ||
    !from ||
    !to ||
    from.length !== 66 ||
    to.length !== 66
  )
    return []
  const sides = { from: `0x${from.slice(-40)}`, to: `0x${to.slice(-40)}` }
  if (id !== undefined) return [{ ...sides, token: token as Hex, item: BigInt(id), amount: 1n }]
  if (data.length !== 66) return []
  const isCoin = sameAddress('eip155', token, coinAddress)
  return [{ ...sides, ...(isCoin ? {} : { token: token as Hex }), amount: BigInt(data) }]
}

function netOf(moves: readonly Move[], own: string): SimulatedChange[] {
  const sums = new Map<string, SimulatedChange>()
  for (const { from, to, amount, token, item } of moves) {
    const [isFrom, isTo] = [from, to].map((side) => sameAddress('eip155', side, own))
    if (isFrom === isTo) continue
    const name = `${token ? BigInt(token) : ''}:${item ?? ''}`
    const before = sums.get(name)?.amount ?? 0n
    const of = { ...(token && { token }), ...(item !== undefined && { item }) }
    sums.set(name, { ...of, amount: before + (isTo ? amount : -amount) })
  }
  // What is lost stands first.
  return [...sums.values()]
    .filter(({ amount }) => amount !== 0n)
    .sort((one, two) => (one.amount < 0n ? 0 : 1) - (two.amount < 0n ? 0 : 1))
}
