import { readAs } from '@billfold/protocol/solana/readAccounts'
import { solanaPrograms } from '@billfold/protocol/solana/solanaPrograms'
import { readSolanaTransaction } from '@billfold/protocol/solanaTransaction'
import { decodeBase64 } from '@billfold/protocol/wc/base64'
import * as z from 'zod/mini'
import type { AskChain } from '../chain.ts'
import type { SentCall, Trace } from '../transfers.ts'
import { readStand } from './sendSent.ts'

/** A blockhash holds for so many blocks. */
const blockhashLife = 150
/** By how much two nodes may differ. */
const margin = 150

/** After so many slots a block is final, and after so many more than twice a blockhash's life the last nodes forget what was in it. */
const settling = 32
const remembered = 280

const validity = z.object({ context: z.object({ slot: z.int().check(z.nonnegative()) }), value: z.boolean() })
const signatures = z.array(z.object({ signature: z.string(), slot: z.int() }))

/** What a transaction lives by, unless that is a nonce: a number in an account that stays until it is used. */
export function blockhashOf(signed: string): string | undefined {
  const { instructions, lifetimeToken } = readSolanaTransaction(decodeBase64(signed))
  const isNonce = instructions.some(({ program, data }) => program === solanaPrograms.system && data[0] === 4)
  return isNonce ? undefined : lifetimeToken
}

/** For how many slots the kit looks for a transaction: more than there are in a day. */
const mostSlots = 250_000

/**
 * Whether a blockhash may still be named; `ended` is a final block's slot at which it no longer may. A final block that does not know it
 * proves nothing, since the blockhash may be newer: it must have been valid at an earlier final one, or the chain be far beyond where it
 * was when the wallet answered.
 */
export async function readLife(blockhash: string, trace: Trace, ask: AskChain): Promise<{ trace: Trace }> {
  const { slot, height, validAt, ended } = trace
  if (ended !== undefined) return { trace }
  const params = [blockhash, { commitment: 'finalized' }]
  const { context: at, value } = readAs(validity, await ask({ method: 'isBlockhashValid', params }))
  if (value) return { trace: { ...trace, validAt: Math.max(Number(validAt ?? 0), at.slot) } }
  if (typeof validAt === 'number' && at.slot > validAt) return { trace: { ...trace, ended: at.slot } }
  const now = await readStand('finalized', ask)
  if (typeof slot !== 'number' || typeof height !== 'number')
    return { trace: { ...trace, ...now, since: Math.max(0, now.slot - mostSlots) } }
  const isOver = now.height > height + blockhashLife + margin && at.slot > slot + blockhashLife + margin
  return { trace: isOver ? { ...trace, ended: at.slot } : trace }
}

/**
 * Whether a node would know of the transaction if it were in a block: it was there when the blockhash had ended, and remembers that far.
 * Of some last blocks every node knows; of older ones it must show that it has the account's transactions, and this is not among them.
 */
export async function wouldKnow(
  { slot, since = slot, ended }: Trace & { ended: number },
  seenAt: number,
  { hash, from }: Pick<SentCall, 'hash' | 'from'>,
  ask: AskChain,
): Promise<boolean> {
  if (typeof since !== 'number' || seenAt < ended + settling) return false
  if (seenAt < since + remembered) return true
  const options = { limit: 1000, commitment: 'finalized', minContextSlot: ended }
  // A node that is not there yet, or cannot list, proves nothing.
  const answer = await ask({ method: 'getSignaturesForAddress', params: [from, options] }).catch(() => undefined)
  const list = z.safeParse(signatures, answer).data
  return list?.some((one) => one.slot < since) === true && !list.some(({ signature }) => signature === hash)
}
