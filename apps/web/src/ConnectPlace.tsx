import { AppKitButton, useAppKitAccount, useWalletInfo } from '@billfold/react'
import { AccountPanel } from './AccountPanel.tsx'

const card =
  'The card is the kit itself, put into this page instead of over it. It lists the wallets that answered in this browser, and asks this site’s own server for the rest.'
const dialog =
  'The button is the kit itself. Until you press it, it asks nobody for anything; then it lists the wallets that answered in this browser.'

/** The place of the kit's button, and beside it whom the page knows once somebody is connected. */
export function ConnectPlace({ hasCard }: { hasCard: boolean }) {
  const { address, isConnected, caipAddress } = useAppKitAccount()
  const { walletInfo } = useWalletInfo()
  return (
    <section id="connect" className="connect" aria-labelledby="connect-title" tabIndex={-1}>
      <h2 id="connect-title">
        {isConnected ? `Connected with ${walletInfo?.name ?? 'your wallet'}` : 'Connect a wallet'}
      </h2>
      {address && caipAddress && <AccountPanel address={address} caipAddress={caipAddress} />}
      <div className="connect-button">
        <AppKitButton balance="hide" />
      </div>
      {!isConnected && <p className="quiet">{hasCard ? card : dialog}</p>}
    </section>
  )
}

/** What stands there while the kit has no network to offer. */
export function ConnectAway() {
  return (
    <section id="connect" className="connect" aria-labelledby="connect-title" tabIndex={-1}>
      <h2 id="connect-title">Connect a wallet</h2>
      <p className="quiet">
        There is no network to connect to yet. The button appears here when the local network does.
      </p>
    </section>
  )
}
