import type { ListedWallets } from '@billfold/core/features/wallets/connectList'
import {
  excludedWalletsQuery,
  featuredWalletsQuery,
  recommendedWalletsQuery,
} from '@billfold/core/features/wallets/walletsQuery'
import { useLayoutEffect } from 'react'
import { useKit } from '../../hooks/KitContext.ts'
import { useKitQuery } from '../../hooks/useKitQuery.ts'

/** The registry's wallets for the list, and its loading state. */
export type Listed = ListedWallets & { count?: number | undefined; isLoading: boolean }

const none: readonly never[] = []

/** Queries the registry and fills the list, which renders before: a visitor's own wallets need no registry. */
export function RegistryLists({ tell }: { tell: (listed: Listed) => void }) {
  const kit = useKit()
  const { data: special, isLoading: awaitsFeatured } = useKitQuery(featuredWalletsQuery(kit))
  const { data: listing, isLoading } = useKitQuery(recommendedWalletsQuery(kit))
  const { data: excluded } = useKitQuery(excludedWalletsQuery(kit))
  const featured = awaitsFeatured ? undefined : (special ?? none)
  const recommended = isLoading ? undefined : (listing?.data ?? none)
  const count = listing?.count
  useLayoutEffect(() => {
    tell({ featured, recommended, excluded, count, isLoading })
  }, [tell, featured, recommended, excluded, count, isLoading])
  return null
}
