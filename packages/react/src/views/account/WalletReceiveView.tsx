import { receiveLinks } from '@billfold/core/chains/receiveLinks'
import { receiveLinkQuery } from '@billfold/core/features/account/receiveLinkQuery'
import { push } from '@billfold/core/features/modal/navigate'
import { networkImageUrl } from '@billfold/core/features/wallets/imageUrl'
import type { ConnectedAccount } from '@billfold/core/model/account'
import { connectedAccount } from '@billfold/core/model/connectedAccount'
import { parseCaipNetworkId } from '@billfold/protocol/caip'
import { useKit } from '../../hooks/KitContext.ts'
import { useCopy } from '../../hooks/useCopy.ts'
import { useKitQuery } from '../../hooks/useKitQuery.ts'
import { useSelect } from '../../hooks/useSelect.ts'
import { accountTexts } from '../../i18n/compiled/accountTexts.ts'
import { useText } from '../../i18n/LocaleContext.ts'
import { useArea } from '../../i18n/useArea.ts'
import { Address } from '../../ui/Address.tsx'
import { Button } from '../../ui/Button.tsx'
import { Identicon } from '../../ui/Identicon.tsx'
import { ListRow } from '../../ui/ListRow.tsx'
import { QrCode } from '../../ui/QrCode.tsx'
import { WalletTile } from '../../ui/WalletTile.tsx'
import { compatibleNetworks } from './compatibleNetworks.ts'

const shownTiles = 3

/** The address for someone else's camera or clipboard, whole. */
export function WalletReceiveView() {
  const kit = useKit()
  const text = useArea(accountTexts)
  const { account: words } = useText()
  const copy = useCopy()
  const account = useSelect((state) => connectedAccount(state))
  const networks = useSelect(compatibleNetworks)
  const images = useSelect((state) => networks.map((network) => networkImageUrl(state, network)))
  if (!account) return null
  return (
    <div className="stack receive">
      <div className="panel-head">
        <Code account={account} label={text.qr} />
        <Address value={account.address} whole />
        <Button
          icon="copy"
          look="primary"
          wide
          data-testid="receive-address-copy-button"
          onClick={() => void copy(account.address, 'addressCopied')}
        >
          {words.copy}
        </Button>
      </div>
      <ListRow
        lead={
          <span className="tiles">
            {networks.slice(0, shownTiles).map((network, index) => (
              <WalletTile key={network.networkId} name={network.name} image={images[index]} size={24} round />
            ))}
          </span>
        }
        title={text.compatible}
        tail={networks.length}
        chevron
        data-testid="receive-networks-button"
        onClick={() => push(kit, { name: 'WalletCompatibleNetworks' })}
      />
      <p className="footnote">{text.receiveHint}</p>
    </div>
  )
}

/** If the chain does not respond, the address alone: wallets read that too. */
function Code({ account: { address, networkId }, label }: { account: ConnectedAccount; label: string }) {
  const kit = useKit()
  const { data } = useKitQuery(receiveLinkQuery(kit, { address, networkId }))
  return (
    <QrCode text={data ?? receiveLinks[parseCaipNetworkId(networkId).namespace](address)} label={label} size={232}>
      <Identicon address={address} size={40} />
    </QrCode>
  )
}
