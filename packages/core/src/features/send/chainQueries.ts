import { type CaipNetworkId, parseCaipNetworkId } from '@billfold/protocol/caip'
import { KitError } from '@billfold/protocol/error'
import { otherCoin } from '@billfold/protocol/otherToken'
import type { QueryChain } from '../../chains/chainQuery.ts'
import type { TokenMatch, Transfer, TransferPlan, Transfers } from '../../chains/transfers.ts'
import type { Kit } from '../../kit.ts'
import { createNetworkRequest } from '../../rpc/createNetworkRequest.ts'
import { coinOf } from '../network/coinOf.ts'
import { needTransfers } from './transfersQuery.ts'

const freshMs = 5000
const pollMs = 10_000

/** An account's balance of a token or the native coin, read from the chain. */
export const holdingQuery = (
  kit: Kit,
  { networkId, owner, token }: { networkId: CaipNetworkId; owner: string; token?: string | undefined },
) => ({
  queryKey: ['holding', networkId, owner, token ?? ''] as const,
  staleTime: freshMs,
  refetchInterval: pollMs,
  queryFn: ({ signal }: { signal: AbortSignal }): Promise<bigint> =>
    on(kit, networkId, signal, (transfers, ask) => transfers.balance({ owner, token }, ask)),
})

/** Approximate cost of a transfer, before its recipient is known. */
export const roughFeeQuery = (
  kit: Kit,
  { networkId, token }: { networkId: CaipNetworkId; token?: string | undefined },
) => ({
  queryKey: ['roughFee', networkId, token ?? ''] as const,
  staleTime: freshMs,
  refetchInterval: pollMs,
  queryFn: ({ signal }: { signal: AbortSignal }): Promise<bigint> =>
    on(kit, networkId, signal, (transfers, ask) => transfers.roughFee({ token }, ask)),
})

/** A transfer, built and simulated; refreshed while shown, because prices move. */
export const planQuery = (kit: Kit, transfer: Transfer) => ({
  queryKey: [
    'plan',
    transfer.networkId,
    transfer.from,
    transfer.to,
    `${transfer.amount}`,
    transfer.token.address ?? '',
    transfer.token.symbol,
    transfer.token.decimals,
    transfer.publicKey ?? '',
    transfer.accountType ?? '',
    transfer.memo ?? '',
    transfer.references?.join() ?? '',
  ],
  staleTime: freshMs,
  refetchInterval: pollMs,
  // No retries: the view shows the error, and a retry button.
  retry: false,
  gcTime: 0,
  queryFn: ({ signal }: { signal: AbortSignal }): Promise<TransferPlan> =>
    on(kit, transfer.networkId, signal, (transfers, ask) => planOf(kit, transfers, transfer, ask)),
})

/** A transfer's plan. Rejects a coin whose displayed name or decimals differ from the site’s configuration. */
export async function planOf(
  kit: Kit,
  transfers: Transfers,
  transfer: Transfer,
  ask: QueryChain,
): Promise<TransferPlan> {
  const plan = await transfers.plan(transfer, ask)
  const coin = transfer.token.address === undefined && coinOf(kit.store.get(), transfer.networkId)
  const refusal = coin ? otherCoin(transfer.token, coin) : undefined
  return refusal ? { ...plan, refusal } : plan
}

/** Looks up an unlisted token by its address. */
export const tokenQuery = (
  kit: Kit,
  { networkId, address, owner }: { networkId: CaipNetworkId; address: string; owner: string },
) => ({
  queryKey: ['token', networkId, address, owner] as const,
  staleTime: freshMs,
  retry: false,
  queryFn: ({ signal }: { signal: AbortSignal }): Promise<TokenMatch> =>
    on(kit, networkId, signal, (transfers, ask) => {
      if (!transfers.findToken) throw new KitError('not_found', { message: 'This network has no token lookup' })
      return transfers.findToken({ address, owner }, ask)
    }),
})

/** The maximum of the native coin after the network fee; queried on “Max”. */
export const maxSendableQuery = (
  kit: Kit,
  { networkId, from, to, balance, accountType }: Parameters<Transfers['most']>[0] & { networkId: CaipNetworkId },
) => ({
  queryKey: ['mostToSend', networkId, from, to ?? '', `${balance}`, accountType ?? ''] as const,
  staleTime: freshMs,
  retry: false,
  queryFn: ({ signal }: { signal: AbortSignal }): Promise<bigint> =>
    on(kit, networkId, signal, (transfers, ask) => transfers.most({ from, to, balance, accountType }, ask)),
})

async function on<T>(
  kit: Kit,
  networkId: CaipNetworkId,
  signal: AbortSignal,
  work: (transfers: Transfers, ask: QueryChain) => Promise<T>,
): Promise<T> {
  const transfers = await needTransfers(kit.chains[parseCaipNetworkId(networkId).namespace])
  return work(transfers, createNetworkRequest(kit, { networkId, signal }))
}
