import { KitError } from '@billfold/protocol/error'
import { type Metadata, readMetadata } from '@billfold/protocol/polkadot/metadata'
import { bytesOf, scaleReader } from '@billfold/protocol/polkadot/scale'
import { storageKeys } from '@billfold/protocol/polkadot/storageKeys'
import * as z from 'zod/mini'
import { deadlineIn } from '../../limits/deadlineIn.ts'
import { untilAborted } from '../../limits/untilAborted.ts'
import type { ChainRpc, Rpc, RpcOutcome } from '../../rpc/createRpc.ts'
import { type ExtrinsicFacts, movesInBlock } from './movesInBlock.ts'

export type RecentBlock = { number: number; hash: string; at: number; extrinsics: readonly ExtrinsicFacts[] }
/** The last final blocks of a chain, newest first, with none missing between them, and how its addresses are written. */
type RecentBlocks = { blocks: readonly RecentBlock[]; prefix: number }

/** A node that is no archive forgets what a block did after 256 blocks: of older ones it could tell nothing. */
const maxBlocks = 256
/** Blocks per request. */
const atOnce = 16
/** For all that is missing of them; who waits has a deadline of its own. */
const deadlineMs = 20_000

const hashText = z.string().check(z.regex(/^0x[0-9a-f]{64}$/))
const header = z.object({ number: z.string().check(z.regex(/^0x[0-9a-f]{1,8}$/)) })
const version = z.object({ specVersion: z.int() })

/**
 * Reads the last blocks of a chain once for everyone who asks about it: a later question reads only those that have come since. A reading
 * goes on when who asked has left, so that the next one finds it done.
 */
export function createRecentBlocks(rpc: Rpc): (chainId: string, signal: AbortSignal) => Promise<RecentBlocks> {
  const chains = new Map<string, ReturnType<typeof followBlocks>>()
  return (chainId, signal) => {
    let follow = chains.get(chainId)
    if (!follow) chains.set(chainId, (follow = followBlocks(rpc(chainId))))
    return untilAborted(follow(), { signal, deadline: deadlineIn(deadlineMs) })
  }
}

function followBlocks(node: ChainRpc): () => Promise<RecentBlocks> {
  let known: RecentBlock[] = []
  let running: Promise<RecentBlocks> | undefined
  /** Below this the node has no blocks. */
  let bottom = 0
  const runtimes = new Map<number, Metadata>()

  async function update(): Promise<RecentBlocks> {
    const signal = deadlineIn(deadlineMs)
    const finalHash = z.parse(hashText, await node.call('chain_getFinalizedHead', [], signal))
    const top = Number(z.parse(header, await node.call('chain_getHeader', [finalHash], signal)).number)
    const fresh: RecentBlock[] = []
    const least = Math.max(bottom, top - maxBlocks + 1, 1)
    // A chain that started over has other blocks with the same numbers.
    if (known.length > 0 && !(await isStill(known[0]!, signal))) known = []
    const end = Math.max(least, (known[0]?.number ?? 0) + 1)
    for (let first = top; first >= end; first -= atOnce) {
      const numbers = Array.from({ length: Math.min(atOnce, first - end + 1) }, (_, at) => first - at)
      const read = await readBlocks(numbers, signal)
      fresh.push(...read)
      if (read.length < numbers.length) {
        bottom = numbers[read.length]! + 1
        known = []
        break
      }
    }
    known = [...fresh, ...known].slice(0, maxBlocks)
    const metadata = await runtimeAt(finalHash, signal)
    const prefix = metadata.pallets.find(({ name }) => name === 'System')?.constants.SS58Prefix
    return { blocks: known, prefix: prefix ? Number(scaleReader(prefix).uint(prefix.length)) : 42 }
  }

  async function isStill({ number, hash }: RecentBlock, signal: AbortSignal): Promise<boolean> {
    return (await node.call('chain_getBlockHash', [number], signal)) === hash
  }

  /** Those of these blocks that the node still has, up to the first that it has not. */
  async function readBlocks(numbers: readonly number[], signal: AbortSignal): Promise<RecentBlock[]> {
    const named = await node.batch(
      numbers.map((number) => ({ method: 'chain_getBlockHash', params: [number] })),
      signal,
    )
    const hashes = named.map((outcome) => z.safeParse(hashText, answer(outcome)).data)
    const held = hashes.slice(0, hashes.includes(undefined) ? hashes.indexOf(undefined) : hashes.length) as string[]
    const outcomes = await node.batch(
      held.flatMap((hash) => [
        { method: 'state_getStorage', params: [storageKeys.events, hash] },
        { method: 'state_getStorage', params: [storageKeys.now, hash] },
        { method: 'state_getRuntimeVersion', params: [hash] },
      ]),
      signal,
    )
    const blocks: RecentBlock[] = []
    for (const [at, hash] of held.entries()) {
      const [events, now, runtime] = outcomes.slice(at * 3, at * 3 + 3)
      // The node has pruned this block's events, and those of all blocks before it.
      if (!events?.ok || typeof events.result !== 'string') break
      const metadata = await runtimeOf(hash, answer(runtime), signal)
      blocks.push({
        ...{ number: numbers[at]!, hash, at: momentIn(answer(now)) },
        extrinsics: understood(() => movesInBlock(metadata, bytesOf(events.result))),
      })
    }
    return blocks
  }

  const runtimeAt = async (hash: string, signal: AbortSignal) =>
    runtimeOf(hash, await node.call('state_getRuntimeVersion', [hash], signal), signal)

  async function runtimeOf(hash: string, versionReply: unknown, signal: AbortSignal): Promise<Metadata> {
    const { specVersion } = understood(() => z.parse(version, versionReply))
    const runtime = runtimes.get(specVersion)
    if (runtime) return runtime
    const described = await node.call('state_getMetadata', [hash], signal)
    const metadata = understood(() => readMetadata(bytesOf(described)))
    runtimes.set(specVersion, metadata)
    for (const oldest of [...runtimes.keys()].slice(0, -2)) runtimes.delete(oldest)
    return metadata
  }

  return () => {
    running ??= update().finally(() => {
      running = undefined
    })
    return running
  }
}

function answer(outcome: RpcOutcome | undefined): unknown {
  if (outcome && !outcome.ok) throw outcome.error
  return outcome?.result
}

/** Timestamp.Now: milliseconds in eight bytes; a chain without it has no times. */
const momentIn = (value: unknown): number =>
  value === null || value === undefined ? 0 : understood(() => Number(scaleReader(bytesOf(value)).uint(8)))

function understood<T>(read: () => T): T {
  try {
    return read()
  } catch (cause) {
    throw new KitError('unavailable', { message: 'The node returned an invalid block.', cause })
  }
}
