import type { Transaction, Transfer } from '@billfold/protocol/api/history'
import { decimalOf } from '@billfold/protocol/decimalOf'
import * as z from 'zod/mini'
import type { ServerChain } from '../../chains/serverChain.ts'

const output = z.object({
  scriptpubkey_address: z.optional(z.string().check(z.maxLength(90))),
  value: z.int().check(z.nonnegative()),
})
/** A transaction of Esplora's, as much of it as is shown. */
export const bitcoinTransaction = z.object({
  txid: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  vin: z.array(z.object({ prevout: z.nullable(output) })),
  vout: z.array(output),
  status: z.object({ confirmed: z.boolean(), block_time: z.optional(z.int()) }),
})
type BitcoinTransaction = z.infer<typeof bitcoinTransaction>

/** So little comes in only to put an address into somebody's history. */
const dust = 1000n

/** A transaction as clients know it, seen from one address: what left it for others, or what came to it. */
export function toTransaction(
  { txid, vin, vout, status }: BitcoinTransaction,
  chain: ServerChain,
  own: string,
): Transaction {
  const spent = vin.flatMap(({ prevout }) => prevout ?? [])
  const mine = (outputs: readonly z.infer<typeof output>[]) =>
    outputs.filter((one) => one.scriptpubkey_address === own).reduce((sum, { value }) => sum + BigInt(value), 0n)
  const isOut = mine(spent) > 0n
  const payer = spent.find((one) => one.scriptpubkey_address !== undefined)?.scriptpubkey_address ?? ''
  const others = vout.filter((one) => one.scriptpubkey_address !== own)
  const come = mine(vout) - mine(spent)
  const coin = { name: chain.nativeCurrency.name, symbol: chain.nativeCurrency.symbol, icon: null }
  const numeric = (amount: bigint) => ({ numeric: decimalOf({ amount, decimals: chain.nativeCurrency.decimals }) })
  const transfers: Transfer[] =
    isOut && come <= 0n
      ? others.map(({ scriptpubkey_address: to, value }) => ({
          direction: 'out' as const,
          ...{ from: own, ...(to === undefined ? {} : { to }) },
          quantity: numeric(BigInt(value)),
          fungible_info: coin,
        }))
      : [
          {
            direction: 'in',
            ...{ from: payer, to: own },
            quantity: numeric(come),
            fungible_info: coin,
            ...(come < dust ? { suspicion: 'zero_value' as const } : {}),
          },
        ]
  const isSelf = isOut && others.length === 0
  return {
    id: `${chain.id}:${txid}`,
    metadata: {
      operationType: isSelf ? 'execute' : isOut && come <= 0n ? 'send' : 'receive',
      hash: txid,
      chain: chain.id,
      minedAt: new Date(status.block_time === undefined ? Date.now() : status.block_time * 1000).toISOString(),
      sentFrom: isOut ? own : payer,
      sentTo: isOut ? (others[0]?.scriptpubkey_address ?? own) : own,
      status: status.confirmed ? 'confirmed' : 'pending',
      nonce: 0,
    },
    transfers,
  }
}
