import { push } from '@billfold/core/features/modal/navigate'
import { walletImageUrl } from '@billfold/core/features/wallets/imageUrl'
import { walletsToGet } from '@billfold/core/features/wallets/walletGrid'
import { featuredWalletsQuery, recommendedWalletsQuery } from '@billfold/core/features/wallets/walletsQuery'
import type { Wallet } from '@billfold/protocol/api/registry'
import { useKit } from '../../hooks/KitContext.ts'
import { useKitQuery } from '../../hooks/useKitQuery.ts'
import { useSelect } from '../../hooks/useSelect.ts'
import { useText } from '../../i18n/LocaleContext.ts'
import { Button } from '../../ui/Button.tsx'
import { ListRow } from '../../ui/ListRow.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { WalletTile } from '../../ui/WalletTile.tsx'

const expected = 4

/** A few wallets for those who have none. */
export function GetWalletView() {
  const kit = useKit()
  const text = useText().getWallet
  const featured = useKitQuery(featuredWalletsQuery(kit))
  const recommended = useKitQuery(recommendedWalletsQuery(kit))
  const wallets = useSelect((state) =>
    walletsToGet(state, {
      featured: featured.data ?? [],
      recommended: recommended.data?.data ?? [],
    }),
  )
  return (
    <div className="stack">
      <p className="lede">{text.text}</p>
      <ul className="rows" aria-label={text.list}>
        {wallets.map((wallet) => (
          <li key={wallet.id}>
            <Row wallet={wallet} />
          </li>
        ))}
        {recommended.isLoading ? <Skeleton shape="row" count={expected} /> : null}
      </ul>
      <Button
        look="quiet"
        wide
        data-testid="w3m-wallet-guide-explore"
        onClick={() => push(kit, { name: 'AllWallets' })}
      >
        {text.explore}
      </Button>
    </div>
  )
}

function Row({ wallet }: { wallet: Wallet }) {
  const kit = useKit()
  const image = useSelect((state) => walletImageUrl(state, wallet))
  return (
    <ListRow
      lead={<WalletTile name={wallet.name} image={image} />}
      title={wallet.name}
      chevron
      data-testid={`get-wallet-${wallet.id}`}
      onClick={() => push(kit, { name: 'Downloads', wallet })}
    />
  )
}
