import { readAs } from '@billfold/protocol/solana/readAccounts'
import { solanaPrograms } from '@billfold/protocol/solana/solanaPrograms'
import { readSolanaTransaction } from '@billfold/protocol/solanaTransaction'
import { decodeBase64 } from '@billfold/protocol/wc/base64'
import * as z from 'zod/mini'
import type { Trace } from '../../model/transfer.ts'
import type { QueryChain } from '../chainQuery.ts'
import type { SentCall } from '../transfers.ts'
import { readStand } from './sendSigned.ts'

/** Lifetime of a blockhash in blocks. */
const blockhashLife = 150
/** How far two nodes may differ. */
const margin = 150

/** Slots until a block is final; nodes forget a block after this plus twice a blockhash's life. */
const settling = 32
const remembered = 280

const validity = z.object({ context: z.object({ slot: z.int().check(z.nonnegative()) }), value: z.boolean() })
const signatures = z.array(z.object({ signature: z.string(), slot: z.int() }))

/** A transaction's blockhash, unless it uses a durable nonce: a value in an account that stays until used. */
export function blockhashOf(signed: string): string | undefined {
  const { instructions, lifetimeToken } = readSolanaTransaction(decodeBase64(signed))
  const isNonce = instructions.some(({ program, data }) => program === solanaPrograms.system && data[0] === 4)
  return isNonce ? undefined : lifetimeToken
}

/** Slots for which the kit searches: more than a day's. */
const maxSlots = 250_000

/**
 * Whether a blockhash is still valid; `ended` is a final block's slot at which it no longer is. Unknown to a final
 * block proves nothing, since the blockhash may be newer: it must have been valid at an earlier final block, or the
 * chain be far past where it was at the wallet's response.
 */
export async function readLife(blockhash: string, trace: Trace, ask: QueryChain): Promise<{ trace: Trace }> {
  const { slot, height, validAt, ended } = trace
  if (ended !== undefined) return { trace }
  const params = [blockhash, { commitment: 'finalized' }]
  const { context: at, value } = readAs(validity, await ask({ method: 'isBlockhashValid', params }))
  if (value) return { trace: { ...trace, validAt: Math.max(Number(validAt ?? 0), at.slot) } }
  if (typeof validAt === 'number' && at.slot > validAt) return { trace: { ...trace, ended: at.slot } }
  const now = await readStand('finalized', ask)
  if (typeof slot !== 'number' || typeof height !== 'number')
    return { trace: { ...trace, ...now, since: Math.max(0, now.slot - maxSlots) } }
  const isOver = now.height > height + blockhashLife + margin && at.slot > slot + blockhashLife + margin
  return { trace: isOver ? { ...trace, ended: at.slot } : trace }
}

/**
 * Whether a node would know an included transaction: it had reached the blockhash's end, and its history goes back that
 * far. All nodes know recent blocks; for older ones it must list the account's transactions, without this one.
 */
export async function wouldKnow(
  { slot, since = slot, ended }: Trace & { ended: number },
  seenAt: number,
  { hash, from }: Pick<SentCall, 'hash' | 'from'>,
  ask: QueryChain,
): Promise<boolean> {
  if (typeof since !== 'number' || seenAt < ended + settling) return false
  if (seenAt < since + remembered) return true
  const options = { limit: 1000, commitment: 'finalized', minContextSlot: ended }
  // A node that lags or cannot list proves nothing.
  const answer = await ask({ method: 'getSignaturesForAddress', params: [from, options] }).catch(() => undefined)
  const list = z.safeParse(signatures, answer).data
  return list?.some((one) => one.slot < since) === true && !list.some(({ signature }) => signature === hash)
}
