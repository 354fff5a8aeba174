import type { Transaction, Transfer } from '@billfold/protocol/api/history'
import { decimalOf } from '@billfold/protocol/decimalOf'
import * as z from 'zod/mini'
import type { ServerChain } from '../../chains/serverChain.ts'

const output = z.object({
  scriptpubkey_address: z.optional(z.string().check(z.maxLength(90))),
  value: z.int().check(z.nonnegative()),
})
/** The shown fields of an Esplora transaction. */
export const bitcoinTransaction = z.object({
  txid: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  vin: z.array(z.object({ prevout: z.nullable(output) })),
  vout: z.array(output),
  status: z.object({ confirmed: z.boolean(), block_time: z.optional(z.int()) }),
})
type BitcoinTransaction = z.infer<typeof bitcoinTransaction>

/** So little comes in only to put an address into someone's history. */
const dust = 1000n
/** More recipients than this are one payment to many. */
const maxRecipients = 5

type Output = z.infer<typeof output>
type Moved = { direction: Transfer['direction']; amount: bigint; from?: string | undefined; to?: string | undefined }

/**
 * A transaction as clients know it, seen from one address: what it paid to others, or what came to it. Its own change is no payment, and
 * where others spent along with it only the difference is known to be its own.
 */
export function toTransaction(
  { txid, vin, vout, status }: BitcoinTransaction,
  chain: ServerChain,
  own: string,
): Transaction {
  const spent = vin.flatMap(({ prevout }) => prevout ?? [])
  const isMine = (one: Output) => one.scriptpubkey_address === own
  const payer = spent.find((one) => one.scriptpubkey_address !== undefined)?.scriptpubkey_address ?? ''
  const paid = vout.filter((one) => !isMine(one) && one.value > 0)
  const moved = movedBy({ own, payer, paid, spent, gain: sumOf(vout.filter(isMine)) - sumOf(spent.filter(isMine)) })
  const [first] = moved
  const { name, symbol, decimals } = chain.nativeCurrency
  const isOwn = spent.some(isMine)
  return {
    id: `${chain.id}:${txid}`,
    metadata: {
      operationType: first?.direction === 'in' ? 'receive' : first?.direction === 'self' ? 'self' : 'send',
      hash: txid,
      chain: chain.id,
      minedAt: new Date(status.block_time === undefined ? Date.now() : status.block_time * 1000).toISOString(),
      sentFrom: isOwn ? own : payer,
      sentTo: isOwn ? (first?.to ?? own) : own,
      status: status.confirmed ? 'confirmed' : 'pending',
      nonce: 0,
    },
    transfers: moved.map(({ direction, amount, from, to }) => ({
      direction,
      ...(from === undefined ? {} : { from }),
      ...(to === undefined ? {} : { to }),
      quantity: { numeric: decimalOf({ amount, decimals }) },
      fungible_info: { name, symbol, icon: null },
      ...(direction === 'in' && !isOwn && amount < dust ? { suspicion: 'zero_value' as const } : {}),
    })),
  }
}

type Seen = {
  own: string
  payer: string
  /** Outputs to others. */
  paid: readonly Output[]
  spent: readonly Output[]
  /** The address's net gain; negative for a loss. */
  gain: bigint
}

function movedBy({ own, payer, paid, spent, gain }: Seen): Moved[] {
  const isMine = (one: Output) => one.scriptpubkey_address === own
  const others = spent.filter((one) => !isMine(one))
  if (gain > 0n || !spent.some(isMine))
    return [{ direction: 'in', amount: gain, from: others[0]?.scriptpubkey_address ?? payer, to: own }]
  if (others.length > 0) return [{ direction: 'out', amount: -gain, from: own, to: paid[0]?.scriptpubkey_address }]
  if (paid.length === 0) return [{ direction: 'self', amount: sumOf(spent) + gain, from: own, to: own }]
  if (paid.length > maxRecipients) return [{ direction: 'out', amount: sumOf(paid), from: own }]
  return paid.map(({ scriptpubkey_address: to, value }) => ({ direction: 'out', amount: BigInt(value), from: own, to }))
}

const sumOf = (outputs: readonly Output[]): bigint => outputs.reduce((sum, { value }) => sum + BigInt(value), 0n)
