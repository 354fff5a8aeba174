import type { Transaction } from '@billfold/protocol/api/history'
import { type CaipAddress, type CaipNetworkId, caipNetworkId, parseCaipAddress } from '@billfold/protocol/caip'
import { cleanText } from '@billfold/protocol/cleanText'
import { sameAddress } from '@billfold/protocol/sameAddress'
import type { Kit } from '../../kit.ts'
import type { Purchase } from '../../model/onramp.ts'

const soonMs = 3_000
const freshMs = 15_000

/** A purchase as the server reports it to anyone who knows the address: only what the chain shows. */
export type Bought = {
  hash: string
  networkId: CaipNetworkId
  /** In whole coins. */
  amount: string
  symbol: string
  status: 'sent' | 'settled' | 'failed'
  at: string
}

/** Purchases for an account from any device, newest first: only those that have left the provider. */
export const boughtQuery = (kit: Kit, { address }: { address: CaipAddress }) => ({
  queryKey: ['history', address, 'bought'] as const,
  staleTime: freshMs,
  retry: false,
  refetchInterval: ({ state: { data } }: { state: { data?: readonly Bought[] | undefined } }) =>
    data?.some(({ status }) => status === 'sent') ? soonMs : (false as const),
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<readonly Bought[]> => {
    const { namespace, reference, address: plain } = parseCaipAddress(address)
    // Families with one address on all chains include all of them.
    const place = namespace === 'eip155' ? {} : { chainId: caipNetworkId(namespace, reference) }
    const { data } = await kit.api.getHistory({ address: plain, ...place, onramp: 'coinbase' }, signal)
    return data.flatMap((each) => boughtOf(each, namespace, plain))
  },
})

const statuses: Partial<Record<Transaction['metadata']['status'], Bought['status']>> = {
  ONRAMP_TRANSACTION_STATUS_SUCCESS: 'settled',
  ONRAMP_TRANSACTION_STATUS_IN_PROGRESS: 'sent',
  ONRAMP_TRANSACTION_STATUS_FAILED: 'failed',
}

/** Drops invalid rows and other accounts' rows. */
function boughtOf({ metadata, transfers }: Transaction, namespace: string, address: string): Bought[] {
  const { hash, chain, minedAt, sentTo } = metadata
  const [transfer] = transfers
  const status = statuses[metadata.status]
  const symbol = cleanText(transfer?.fungible_info?.symbol ?? '', 12)
  const networkId = chain as CaipNetworkId
  const isOwn = chain.startsWith(`${namespace}:`) && sameAddress(networkId, sentTo, address)
  if (!status || !transfer || !symbol || !isOwn || !Number.isFinite(Date.parse(minedAt))) return []
  return [{ hash, networkId, amount: transfer.quantity.numeric, symbol, status, at: minedAt }]
}

/** Purchases that are not among this browser's own orders. */
export const boughtElsewhere = (bought: readonly Bought[], own: readonly Purchase[]): readonly Bought[] =>
  bought.filter(({ hash, networkId }) =>
    own.every(({ order, networkId: at }) => order.hash !== hash || at !== networkId),
  )
