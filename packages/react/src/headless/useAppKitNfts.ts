import { nftsQuery } from '@billfold/core/features/nfts/nftsQuery'
import type { Nft } from '@billfold/protocol/api/nfts'
import { type ErrorCode, KitError } from '@billfold/protocol/error'
import { useKitQuery } from '../hooks/useKitQuery.ts'
import { useAccountAddress } from './useAccountAddress.ts'
import { useHeadlessKit } from './useHeadlessKit.ts'

/** What `useAppKitNfts` returns. */
export type UseAppKitNftsReturn = {
  /**
   * The account's collectibles. An image without `isAsked` came from a stranger and may show anything: blur it until
   * the visitor reveals it.
   */
  nfts: readonly Nft[]
  /** Nothing is known yet. */
  isLoading: boolean
  /** Why they could not be fetched. */
  error: ErrorCode | undefined
  /** False where your API does not serve the account's chain. */
  isSupported: boolean
  /** Asks again now. */
  refetch: () => Promise<void>
}

const none: readonly Nft[] = []

/** The NFTs of the account in use, with pictures served by your API alone; spam is left out. */
export function useAppKitNfts(): UseAppKitNftsReturn {
  const { kit } = useHeadlessKit()
  const { own, address, served, isServed } = useAccountAddress()
  const { data, error, refetch } = useKitQuery({ ...nftsQuery(kit, { address }), enabled: isServed })
  return {
    nfts: own && data ? data.nfts : none,
    isLoading: own !== undefined && (served === 'asking' || (isServed && !data && !error)),
    error: served === 'away' ? 'unavailable' : error ? KitError.from(error).code : undefined,
    isSupported: served !== 'no',
    refetch: async () => void (await refetch()),
  }
}
