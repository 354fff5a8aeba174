import { networkImageUrl } from '@billfold/core/features/wallets/imageUrl'
import { useSelect } from '../../hooks/useSelect.ts'
import { accountTexts } from '../../i18n/compiled/accountTexts.ts'
import { useArea } from '../../i18n/useArea.ts'
import { WalletTile } from '../../ui/WalletTile.tsx'
import { compatibleNetworks } from './compatibleNetworks.ts'

/** The networks where the address can receive. */
export function WalletCompatibleNetworksView() {
  const text = useArea(accountTexts)
  const networks = useSelect(compatibleNetworks)
  const images = useSelect((state) => networks.map((network) => networkImageUrl(state, network)))
  return (
    <div className="stack">
      <p className="lede">{text.compatibleDetail}</p>
      <ul className="lines">
        {networks.map((network, index) => (
          <li key={network.networkId} className="line">
            <WalletTile name={network.name} image={images[index]} round />
            <bdi className="line-title">{network.name}</bdi>
          </li>
        ))}
      </ul>
    </div>
  )
}
