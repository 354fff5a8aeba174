import { parseCaipNetworkId } from '@billfold/protocol/caip'
import { KitError } from '@billfold/protocol/error'
import type { FeeBump } from '../../chains/transfers.ts'
import type { Kit } from '../../kit.ts'
import type { Transaction } from '../../model/transactions.ts'
import { createNetworkRequest } from '../../rpc/createNetworkRequest.ts'

const freshMs = 5000
const pollMs = 10_000

/** The cost of replacing a pending transaction at a higher fee; refreshed while shown. */
export const bumpQuery = (kit: Kit, transaction: Transaction, publicKey?: string) => ({
  queryKey: ['raise', transaction.networkId, transaction.hash, publicKey ?? ''] as const,
  staleTime: freshMs,
  refetchInterval: pollMs,
  retry: false,
  gcTime: 0,
  queryFn: ({ signal }: { signal: AbortSignal }): Promise<FeeBump> => planBump(kit, transaction, publicKey, signal),
})

/** The same, uncached. */
export async function planBump(
  kit: Kit,
  { networkId, hash, from, call, trace }: Transaction,
  publicKey: string | undefined,
  signal: AbortSignal,
): Promise<FeeBump> {
  const chain = await kit.chains[parseCaipNetworkId(networkId).namespace]?.()
  const transfers = await chain?.transfers?.()
  if (!transfers?.raise) throw new KitError('method_unsupported')
  const sent = { hash, from, call, publicKey, ...(trace ? { trace } : {}) }
  return transfers.raise(sent, createNetworkRequest(kit, { networkId, signal }))
}
