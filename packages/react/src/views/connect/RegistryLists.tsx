import type { ListedWallets } from '@billfold/core/features/wallets/connectList'
import { walletImageUrl } from '@billfold/core/features/wallets/imageUrl'
import {
  excludedWalletsQuery,
  featuredWalletsQuery,
  recommendedWalletsQuery,
} from '@billfold/core/features/wallets/walletsQuery'
import type { Kit } from '@billfold/core/kit'
import type { Wallet } from '@billfold/protocol/api/registry'
import { type ReactNode, useContext, useEffect, useLayoutEffect, useState } from 'react'
import { useKit } from '../../hooks/KitContext.ts'
import { useKitQuery } from '../../hooks/useKitQuery.ts'
import { useSelect } from '../../hooks/useSelect.ts'
import { LocaleContext } from '../../i18n/LocaleContext.ts'
import { matchLocale } from '../../i18n/matchLocale.ts'
import { useFont } from '../../theme/fonts/useFont.ts'
import { WalletTile } from '../../ui/WalletTile.tsx'

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
    const logos = wallets.length === shownLogos ? <WalletLogos wallets={wallets} /> : undefined
    tell({ featured, recommended, excluded, count, isLoading, notes, logos })
  }, [tell, featured, recommended, excluded, count, isLoading, notes])
  return null
}

/** Four wallets where one would be. */
function WalletLogos({ wallets }: { wallets: readonly Wallet[] }) {
  return (
    <span style={{ display: 'grid', gridTemplateColumns: 'auto auto', gap: 2 }}>
      {wallets.map((wallet) => (
        <Logo key={wallet.id} wallet={wallet} />
      ))}
    </span>
  )
}

function Logo({ wallet }: { wallet: Wallet }) {
  const image = useSelect((state) => walletImageUrl(state, wallet))
  return (
    <span style={{ display: 'block', overflow: 'hidden', borderRadius: 5 }}>
      <WalletTile name={wallet.name} image={image} size={17} />
    </span>
  )
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
