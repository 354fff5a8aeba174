import { lazy, Suspense, use } from 'react'
import type { AnnouncedWallet } from './announcedWallets.ts'
import { Claims } from './Claims.tsx'
import { ConnectPlace } from './ConnectPlace.tsx'
import type { Store } from './createStore.ts'
import type { SiteConfig } from './loadConfig.ts'
import { Mark } from './Mark.tsx'
import { NetworkSkeleton } from './network/NetworkSkeleton.tsx'

const LocalNetwork = lazy(() => import('./network/LocalNetwork.tsx'))

type Props = { config: Promise<SiteConfig>; wallets: Store<readonly AnnouncedWallet[]> }

/** The site's first page: what this is, the place of the connect button, and the local network, alive. */
export function Page({ config, wallets }: Props) {
  return (
    <>
      <a className="skip" href="#connect">
        Skip to connecting a wallet
      </a>
      <header className="top">
        <a className="brand" href="/" aria-label="Billfold, first page">
          <Mark />
          <span>Billfold</span>
        </a>
        <p className="top-note">The open wallet kit · Apache-2.0</p>
      </header>
      <main>
        <div className="hero">
          <div className="pitch">
            <h1>A wallet kit you can run yourself: the modal your visitors see, and everything behind it.</h1>
            <ConnectPlace wallets={wallets} />
          </div>
          <Suspense fallback={__LOCAL__ ? <NetworkSkeleton /> : null}>
            <NetworkPart config={config} />
          </Suspense>
        </div>
        <Claims />
      </main>
      <footer className="foot">
        <p>No cookies, no trackers, no fonts to download: this page talks to this machine only.</p>
      </footer>
    </>
  )
}

function NetworkPart({ config }: { config: Promise<SiteConfig> }) {
  const { devnet } = use(config)
  return devnet ? <LocalNetwork manifestUrl={devnet} /> : null
}
