import { eraPeriod, extrinsicHash } from '@billfold/protocol/polkadot/extrinsic'
import { extrinsicOutcome } from '@billfold/protocol/polkadot/extrinsicOutcome'
import { bytesOf } from '@billfold/protocol/polkadot/scale'
import { storageKeys } from '@billfold/protocol/polkadot/storageKeys'
import type { Trace } from '../../model/transfer.ts'
import type { QueryChain } from '../chainQuery.ts'
import type { SentCall, TransactionStatus } from '../transfers.ts'
import { type Block, finalBlock, hashAt, height, leadsTo, parentIn } from './chainHead.ts'
import { readAccount } from './holdings.ts'
import { readPayload } from './payload.ts'
import { readRuntime } from './runtime.ts'

/** Blocks read per poll: a chain produces one or two in between. */
const atOnce = 16

type Progress = { seen?: number; seenHash?: string }

/** The transaction, for rebroadcasts, and the last final block that was searched. */
export const writeTrace = (extrinsic: string, { seen, seenHash }: Progress = {}): Trace => ({
  extrinsic,
  ...(seen === undefined ? {} : { seen }),
  ...(seenHash === undefined ? {} : { seenHash }),
})

/**
 * A transaction's current status. Nodes have no lookup by hash, so this reads the blocks that may contain it, each
 * linked to its parent and all below a final one; after its era, none can.
 */
export async function findTransactionStatus(
  { hash, from, call, trace = {} }: SentCall,
  ask: QueryChain,
): Promise<TransactionStatus> {
  const payload = readPayload(call)
  const begin = Number(payload.blockNumber)
  const last = begin + eraPeriod - 1
  const seen = typeof trace.seen === 'number' ? trace.seen : begin
  const seenHash = typeof trace.seenHash === 'string' ? trace.seenHash : seen === begin ? payload.blockHash : undefined
  const [final, top] = await Promise.all([finalBlock(ask), height(ask)])
  const end = Math.min(top, last, seen + atOnce)
  const read = await readBlocks({ first: seen + 1, end, parent: seenHash }, ask)
  // A missing block or a fork's is inconclusive: do not guess.
  if (!read) return { state: 'unknown' }
  const inclusion = read.map((each) => ({ ...each, index: each.names.indexOf(hash) })).find(({ index }) => index >= 0)
  if (inclusion) return outcome(inclusion, final, ask)
  const extrinsic = typeof trace.extrinsic === 'string' ? trace.extrinsic : ''
  const waits = { state: 'pending', trace: writeTrace(extrinsic, { seen, ...(seenHash ? { seenHash } : {}) }) } as const
  const looked = read.findLast(({ number }) => number <= final.number)
  if (looked && !(await leadsTo(looked, final, ask))) return waits
  const done = looked ? { seen: looked.number, seenHash: looked.hash } : { seen }
  if (done.seen < last) {
    // New blocks do not contain it.
    if (looked) await sendAgain(extrinsic, ask)
    return looked ? { state: 'pending', trace: writeTrace(extrinsic, done) } : waits
  }
  const { nonce } = await readAccount(from, ask, final.hash)
  return nonce > Number(payload.nonce) ? { state: 'replaced', same: false, isFinal: true } : { state: 'expired' }
}

type ReadBlock = Block & { names: readonly string[] }
type Inclusion = Block & { index: number }

/** Blocks with their extrinsic hashes; undefined if one is missing or not linked to its parent. */
async function readBlocks(
  { first, end, parent }: { first: number; end: number; parent: string | undefined },
  ask: QueryChain,
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

async function outcome({ hash, number, index }: Inclusion, final: Block, ask: QueryChain): Promise<TransactionStatus> {
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

/** A node may have lost it, or never had it. Rebroadcasting is safe: it cannot execute twice. */
async function sendAgain(extrinsic: string, ask: QueryChain): Promise<void> {
  if (extrinsic === '') return
  await ask({ method: 'author_submitExtrinsic', params: [extrinsic] }).catch(() => undefined) // known or rejected: the blocks decide
}
