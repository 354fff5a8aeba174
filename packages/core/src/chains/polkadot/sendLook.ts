import { eraPeriod, extrinsicHash } from '@billfold/protocol/polkadot/extrinsic'
import { extrinsicOutcome } from '@billfold/protocol/polkadot/extrinsicOutcome'
import { bytesOf } from '@billfold/protocol/polkadot/scale'
import { storageKeys } from '@billfold/protocol/polkadot/storageKeys'
import type { AskChain } from '../chain.ts'
import type { SentCall, Sighting, Trace } from '../transfers.ts'
import { type Block, finalBlock, height } from './chainHead.ts'
import { readAccount } from './holdings.ts'
import { readPayload } from './payload.ts'
import { isHash, readRuntime } from './runtime.ts'

/** How many blocks are read at one look: a chain makes one or two between two looks. */
const atOnce = 16

/** The transaction itself, to send it again, and up to which final block it was looked for. */
export const writeTrace = (extrinsic: string, seen?: number): Trace => ({
  extrinsic,
  ...(seen === undefined ? {} : { seen }),
})

/**
 * What the chain knows of a transaction now. Nodes find none by its name, so that the blocks in which it can be are read; it can
 * be in none after the last of its era.
 */
export async function lookFor({ hash, from, call, trace = {} }: SentCall, ask: AskChain): Promise<Sighting> {
  const payload = readPayload(call)
  const begin = Number(payload.blockNumber)
  const last = begin + eraPeriod - 1
  const seen = typeof trace.seen === 'number' ? trace.seen : begin
  const [final, top] = await Promise.all([finalBlock(ask), height(ask)])
  const end = Math.min(top, last, seen + atOnce)
  const found = await findIn(hash, { first: seen + 1, end }, ask)
  // A block that is no longer there says nothing: who sent it is not told a guess.
  if (found === 'gone') return { state: 'unknown' }
  if (found) return outcome(found, final, ask)
  const looked = Math.min(end, final.number)
  const extrinsic = typeof trace.extrinsic === 'string' ? trace.extrinsic : ''
  if (looked < last) {
    // Blocks came without it.
    if (looked > seen) await sendAgain(extrinsic, ask)
    return { state: 'pending', trace: writeTrace(extrinsic, Math.max(seen, looked)) }
  }
  const { nonce } = await readAccount(from, ask)
  return nonce > Number(payload.nonce) ? { state: 'replaced', same: false } : { state: 'expired' }
}

type Found = Block & { index: number }

async function findIn(
  hash: string,
  { first, end }: { first: number; end: number },
  ask: AskChain,
): Promise<Found | 'gone' | undefined> {
  for (let number = first; number <= end; number++) {
    const block = await ask({ method: 'chain_getBlockHash', params: [number] })
    if (!isHash(block)) return 'gone'
    const got = (await ask({ method: 'chain_getBlock', params: [block] })) as {
      block?: { extrinsics?: unknown }
    } | null
    const all = got?.block?.extrinsics
    if (!Array.isArray(all)) return 'gone'
    const index = all.findIndex((each) => extrinsicHash(bytesOf(each)) === hash)
    if (index >= 0) return { hash: block, number, index }
  }
  return undefined
}

async function outcome({ hash, number, index }: Found, final: Block, ask: AskChain): Promise<Sighting> {
  const [{ metadata }, events] = await Promise.all([
    readRuntime(ask, hash),
    ask({ method: 'state_getStorage', params: [storageKeys.events, hash] }),
  ])
  const came = extrinsicOutcome(metadata, bytesOf(events), index)
  if (!came) return { state: 'unknown' }
  return {
    state: 'included',
    succeeded: came.succeeded,
    isFinal: number <= final.number,
    ...(came.error === undefined ? {} : { refusal: { kind: 'named', name: came.error } as const }),
  }
}

/** A node may have forgotten it, or never have had it. The same again is the same: it cannot be carried out twice. */
async function sendAgain(extrinsic: string, ask: AskChain): Promise<void> {
  if (extrinsic === '') return
  await ask({ method: 'author_submitExtrinsic', params: [extrinsic] }).catch(() => undefined) // it has it, or refuses it: the blocks tell
}
