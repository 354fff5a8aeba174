import { AppKitButton, AppKitNetworkButton, useAppKitAccount, useWalletInfo } from '@billfold/react'
import { AccountPanel } from './AccountPanel.tsx'
import { useSiteWords } from './language/useSiteWords.ts'

/** The place of the kit's button, and beside it the account, once connected. */
export function ConnectPlace() {
  const words = useSiteWords()
  const { address, isConnected, caipAddress } = useAppKitAccount()
  const { walletInfo } = useWalletInfo()
  return (
    <section id="connect" className="connect" aria-labelledby="connect-title" tabIndex={-1}>
      <h2 id="connect-title" lang="en" className={isConnected ? '' : 'unseen'}>
        {isConnected ? `Connected with ${walletInfo?.name ?? 'your wallet'}` : 'Connect a wallet'}
      </h2>
      {address && caipAddress && <AccountPanel address={address} caipAddress={caipAddress} />}
      <div className="connect-button">
        <AppKitButton balance="hide" />
        {/* Only for a wallet whose network can change. */}
        {isConnected ? <AppKitNetworkButton /> : <p className="quiet">{words.button}</p>}
      </div>
    </section>
  )
}

/** In its place while the kit has no network to offer. */
export function ConnectAway() {
  return (
    <section id="connect" className="connect" aria-labelledby="connect-title" tabIndex={-1} lang="en">
      <h2 id="connect-title">Connect a wallet</h2>
      <p className="quiet">No network to connect to yet. The button appears once the local network is up.</p>
    </section>
  )
}
