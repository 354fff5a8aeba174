import { walletImageUrl } from '@billfold/core/features/wallets/imageUrl'
import type { Wallet } from '@billfold/protocol/api/registry'
import { useSelect } from '../../hooks/useSelect.ts'
import { WalletTile } from '../../ui/WalletTile.tsx'

/** Four wallets where one would be. */
export function WalletLogos({ wallets }: { wallets: readonly Wallet[] }) {
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
