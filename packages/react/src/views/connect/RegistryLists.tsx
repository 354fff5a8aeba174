import type { ListedWallets } from '@billfold/core/features/wallets/connectList'
import {
  excludedWalletsQuery,
  featuredWalletsQuery,
  recommendedWalletsQuery,
} from '@billfold/core/features/wallets/walletsQuery'
import type { Kit } from '@billfold/core/kit'
import type { Wallet } from '@billfold/protocol/api/registry'
import { type ReactNode, Suspense, useContext, useEffect, useLayoutEffect, useState } from 'react'
import { useKit } from '../../hooks/KitContext.ts'
import { useKitQuery } from '../../hooks/useKitQuery.ts'
import { LocaleContext } from '../../i18n/LocaleContext.ts'
import { matchLocale } from '../../i18n/matchLocale.ts'
import { lazyPart } from '../../modal/lazyPart.tsx'
import { useFont } from '../../theme/fonts/useFont.ts'
import { Icon } from '../../ui/Icon.tsx'

/** The registry's wallets for the list, and its loading state. */
export type Listed = ListedWallets & {
  count?: number | undefined
  isLoading: boolean
  /** Some of the wallets behind “All wallets”. */
  logos?: ReactNode
  /** Why a wallet cannot connect here, by its id. */
  notes?: Readonly<Record<string, string>> | undefined
}

const none: readonly never[] = []
const shownLogos = 4
const WalletLogos = lazyPart(
  async () => (await import('./WalletLogos.tsx')).WalletLogos,
  () => <Icon name="grid" />,
)

/** Queries the registry and fills the list, which renders before: a visitor's own wallets need no registry. */
export function RegistryLists({ tell }: { tell: (listed: Listed) => void }) {
  const kit = useKit()
  useFont()
  const { data: special, isLoading: awaitsFeatured } = useKitQuery(featuredWalletsQuery(kit))
  const { data: listing, isLoading } = useKitQuery(recommendedWalletsQuery(kit))
  const { data: excluded } = useKitQuery(excludedWalletsQuery(kit))
  const featured = awaitsFeatured ? undefined : (special ?? none)
  const recommended = isLoading ? undefined : (listing?.data ?? none)
  const count = listing?.count
  const notes = useNotes(kit, featured, recommended)
  useLayoutEffect(() => {
    const wallets = [...(recommended ?? none), ...(featured ?? none)].slice(0, shownLogos)
    const logos =
      wallets.length === shownLogos ? (
        <Suspense fallback={<Icon name="grid" />}>
          <WalletLogos wallets={wallets} />
        </Suspense>
      ) : undefined
    tell({ featured, recommended, excluded, count, isLoading, notes, logos })
  }, [tell, featured, recommended, excluded, count, isLoading, notes])
  return null
}

/** Fetched after the list, which is complete without them. */
function useNotes(kit: Kit, featured: readonly Wallet[] = none, recommended: readonly Wallet[] = none) {
  const { language } = matchLocale([useContext(LocaleContext).tag])
  const [notes, setNotes] = useState<Listed['notes']>()
  useEffect(() => {
    let isGone = false
    if (featured.length + recommended.length > 0)
      void import('./reachNotes.ts')
        .then((m) => m.reachNotes(kit, [...featured, ...recommended], language))
        .then((fresh) => isGone || setNotes(fresh), kit.ports.log.info)
    return () => {
      isGone = true
    }
  }, [kit, featured, recommended, language])
  return notes
}
