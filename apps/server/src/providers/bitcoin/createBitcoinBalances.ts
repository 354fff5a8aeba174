import * as z from 'zod/mini'
import type { BalanceSource } from '../source.ts'
import type { ReadEsplora } from './createReadEsplora.ts'

const sums = z.object({ funded_txo_sum: z.int().check(z.nonnegative()), spent_txo_sum: z.int().check(z.nonnegative()) })
const account = z.object({ chain_stats: sums, mempool_stats: sums })

/** Reads an address's balance from an Esplora, pending transactions included. */
export const createBitcoinBalances = (read: ReadEsplora): BalanceSource => ({
  id: 'esplora',
  supports: ({ namespace, rpcUrls }) => namespace === 'bip122' && rpcUrls.length > 0,
  async balances({ chain, address }, signal) {
    const stats = await read(chain, `/address/${address}`, account, signal)
    const amount = [stats.chain_stats, stats.mempool_stats].reduce(
      (sum, { funded_txo_sum: funded, spent_txo_sum: spent }) => sum + BigInt(funded) - BigInt(spent),
      0n,
    )
    return [{ ...chain.nativeCurrency, amount, isListed: true }]
  },
})
