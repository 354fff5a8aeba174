import * as z from 'zod/mini'
import { createBatchCache } from '../../caches/createBatchCache.ts'
import type { TokenFacts } from '../balances/createTokenFacts.ts'
import { brokenAnswer, type HostedOptions } from '../hosted/createHostedClient.ts'
import { createHostedRpc } from '../hosted/createHostedRpc.ts'
import type { HistorySource } from '../source.ts'
import { dasAsset, factsOf } from './dasAsset.ts'
import { describeRecords } from './describeRecords.ts'
import { isSolanaMainnet } from './isSolanaMainnet.ts'
import { solanaRecord } from './movesOf.ts'

const signed = z.object({ transaction: z.object({ signatures: z.array(z.string()).check(z.minLength(1)) }) })
const answer = z.object({
  data: z.array(z.unknown()).check(z.maxLength(1_000)),
  paginationToken: z.nullish(z.string().check(z.regex(/^[\w:-]{1,100}$/))),
})
const assets = z.array(z.unknown()).check(z.maxLength(1_000))

/**
 * History on Solana from Helius, as far back as the chain goes: `getTransactionsForAddress`, with what happened to the owner's token
 * accounts, and `getAssetBatch` for the names of tokens.
 */
export function createHeliusHistory(options: HostedOptions): HistorySource {
  const ask = createHostedRpc('Helius', options)
  const names = createBatchCache<TokenFacts>({
    ttlMs: 3_600_000,
    deadlineMs: 5_000,
    size: 20_000,
    async load(ids, signal) {
      const { success, data } = z.safeParse(assets, await ask('getAssetBatch', { ids }, signal))
      if (!success) throw brokenAnswer('Helius')
      return new Map(
        data.flatMap((one) => {
          const asset = z.safeParse(dasAsset, one).data
          const facts = asset && factsOf(asset)
          return facts ? [[asset.id, facts] as const] : []
        }),
      )
    },
  })

  return {
    id: 'helius',
    supports: isSolanaMainnet,
    async history({ chain, address, cursor, limit }, signal) {
      const config = {
        transactionDetails: 'full',
        encoding: 'json',
        maxSupportedTransactionVersion: 0,
        commitment: 'confirmed',
        sortOrder: 'desc',
        limit,
        filters: { tokenAccounts: 'balanceChanged' },
        ...(cursor === undefined ? {} : { paginationToken: cursor }),
      }
      const reply = z.safeParse(answer, await ask('getTransactionsForAddress', [address, config], signal))
      if (!reply.success) throw brokenAnswer('Helius')
      const records = reply.data.data.flatMap((row) => {
        const record = z.safeParse(solanaRecord, row).data
        const name = z.safeParse(signed, row).data?.transaction.signatures[0]
        return record && name ? [{ name, record }] : []
      })
      // Rows that are all undocumented are not a history: a different source is better than an empty list.
      if (records.length === 0 && reply.data.data.length > 0) throw brokenAnswer('Helius')
      // A history without the names of strangers' tokens is still one.
      const named = (mints: readonly string[]) => names(mints).catch(() => new Map<string, TokenFacts>())
      return {
        data: await describeRecords({ chain, address, records }, (_, mints) => named(mints)),
        next: reply.data.paginationToken ?? null,
      }
    },
  }
}
