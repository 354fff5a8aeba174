import * as z from 'zod/mini'
import type { HistorySource } from '../source.ts'
import type { ReadEsplora } from './createReadEsplora.ts'
import { bitcoinTransaction, toTransaction } from './toTransaction.ts'

const page = z.array(bitcoinTransaction).check(z.maxLength(200))

/** Reads an address's history from an Esplora: pending transactions first, then twenty-five mined ones at a time. */
export const createBitcoinHistory = (read: ReadEsplora): HistorySource => ({
  id: 'esplora',
  supports: ({ namespace, rpcUrls }) => namespace === 'bip122' && rpcUrls.length > 0,
  async history({ chain, address, cursor }, signal) {
    if (cursor !== undefined && !/^[0-9a-f]{64}$/.test(cursor)) return undefined
    const path = cursor === undefined ? `/address/${address}/txs` : `/address/${address}/txs/chain/${cursor}`
    const rows = await read(chain, path, page, signal)
    const placed = rows.filter(({ status }) => status.confirmed)
    return {
      data: rows.map((one) => toTransaction(one, chain, address)),
      next: placed.length >= pageSize ? placed.at(-1)!.txid : null,
    }
  },
})

const pageSize = 25
