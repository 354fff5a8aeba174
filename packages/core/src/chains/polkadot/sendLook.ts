import { eraPeriod, extrinsicHash } from '@billfold/protocol/polkadot/extrinsic'
import { extrinsicOutcome } from '@billfold/protocol/polkadot/extrinsicOutcome'
import { bytesOf } from '@billfold/protocol/polkadot/scale'
import { storageKeys } from '@billfold/protocol/polkadot/storageKeys'
import type { AskChain } from '../chain.ts'
import type { SentCall, Sighting, Trace } from '../transfers.ts'
import { type Block, finalBlock, hashAt, height, leadsTo, parentIn } from './chainHead.ts'
import { readAccount } from './holdings.ts'
import { readPayload } from './payload.ts'
import { readRuntime } from './runtime.ts'

/** How many blocks are read at one look: a chain makes one or two between two looks. */
const atOnce = 16

type Progress = { seen?: number; seenHash?: string }

/** The transaction itself, to send it again, and up to which final block it was looked for. */
export const writeTrace = (extrinsic: string, { seen, seenHash }: Progress = {}): Trace => ({
  extrinsic,
  ...(seen === undefined ? {} : { seen }),
  ...(seenHash === undefined ? {} : { seenHash }),
})

/**
 * What the chain knows of a transaction now. Nodes find none by its name, so that the blocks in which it can be are read, each on
 * top of the one before and all of them below a final one; it can be in none after the last of its era.
 */
export async function lookFor({ hash, from, call, trace = {} }: SentCall, ask: AskChain): Promise<Sighting> {
  const payload = readPayload(call)
  const begin = Number(payload.blockNumber)
  const last = begin + eraPeriod - 1
  const seen = typeof trace.seen === 'number' ? trace.seen : begin
  const seenHash = typeof trace.seenHash === 'string' ? trace.seenHash : seen === begin ? payload.blockHash : undefined
  const [final, top] = await Promise.all([finalBlock(ask), height(ask)])
  const end = Math.min(top, last, seen + atOnce)
  const read = await readBlocks({ first: seen + 1, end, parent: seenHash }, ask)
  // A block that is no longer there says nothing, nor does one of a fork: who sent it is not told a guess.
  if (!read) return { state: 'unknown' }
  const found = read.map((each) => ({ ...each, index: each.names.indexOf(hash) })).find(({ index }) => index >= 0)
  if (found) return outcome(found, final, ask)
  const extrinsic = typeof trace.extrinsic === 'string' ? trace.extrinsic : ''
  const waits = { state: 'pending', trace: writeTrace(extrinsic, { seen, ...(seenHash ? { seenHash } : {}) }) } as const
  const looked = read.findLast(({ number }) => number <= final.number)
  if (looked && !(await leadsTo(looked, final, ask))) return waits
  const done = looked ? { seen: looked.number, seenHash: looked.hash } : { seen }
  if (done.seen < last) {
    // Blocks came without it.
    if (looked) await sendAgain(extrinsic, ask)
    return looked ? { state: 'pending', trace: writeTrace(extrinsic, done) } : waits
  }
  const { nonce } = await readAccount(from, ask, final.hash)
  return nonce > Number(payload.nonce) ? { state: 'replaced', same: false, isFinal: true } : { state: 'expired' }
}

type ReadBlock = Block & { names: readonly string[] }
type Found = Block & { index: number }

/** Blocks with the names of what is in them; undefined where one is missing, or is not on top of the one before. */
async function readBlocks(
  { first, end, parent }: { first: number; end: number; parent: string | undefined },
  ask: AskChain,
): Promise<readonly ReadBlock[] | undefined> {
  const blocks: ReadBlock[] = []
  let before = parent
  for (let number = first; number <= end; number++) {
    const hash = await hashAt(number, ask)
    if (hash === undefined) return undefined
    const got = (await ask({ method: 'chain_getBlock', params: [hash] })) as {
      block?: { header?: unknown; extrinsics?: unknown }
    } | null
    const all = got?.block?.extrinsics
    if (!Array.isArray(all)) return undefined
    if (before !== undefined && parentIn(got?.block?.header) !== before) return undefined
    blocks.push({ hash, number, names: all.map((each) => extrinsicHash(bytesOf(each))) })
    before = hash
  }
  return blocks
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
    isFinal: await leadsTo({ hash, number }, final, ask),
    ...(came.error === undefined ? {} : { refusal: { kind: 'named', name: came.error } as const }),
  }
}

/** A node may have forgotten it, or never have had it. The same again is the same: it cannot be carried out twice. */
async function sendAgain(extrinsic: string, ask: AskChain): Promise<void> {
  if (extrinsic === '') return
  await ask({ method: 'author_submitExtrinsic', params: [extrinsic] }).catch(() => undefined) // it has it, or refuses it: the blocks tell
}
