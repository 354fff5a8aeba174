import { AppKitButton, useAppKitAccount, useWalletInfo } from '@billfold/react'
import { AccountPanel } from './AccountPanel.tsx'

const card = 'This is the kit itself, and the card is its modal, placed in the page.'
const dialog = 'This is the kit itself. It makes no request until you press it.'

/** The place of the kit's button, and beside it the account, once connected. */
export function ConnectPlace({ hasCard }: { hasCard: boolean }) {
  const { address, isConnected, caipAddress } = useAppKitAccount()
  const { walletInfo } = useWalletInfo()
  return (
    <section id="connect" className="connect" aria-labelledby="connect-title" tabIndex={-1}>
      <h2 id="connect-title" className={isConnected ? '' : 'unseen'}>
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

/** In its place while the kit has no network to offer. */
export function ConnectAway() {
  return (
    <section id="connect" className="connect" aria-labelledby="connect-title" tabIndex={-1}>
      <h2 id="connect-title">Connect a wallet</h2>
      <p className="quiet">No network to connect to yet. The button appears once the local network is up.</p>
    </section>
  )
}
