import { AppKitNetworkButton, useAppKitAccount } from '@billfold/react'
import { lazyPart } from '@billfold/react/modal/lazyPart.tsx'
import { Suspense, use } from 'react'
import { CardStage } from './CardStage.tsx'
import { Claims } from './Claims.tsx'
import { ConnectAway, ConnectPlace } from './ConnectPlace.tsx'
import { createSiteKit } from './createSiteKit.ts'
import { Install } from './Install.tsx'
import { NetworkMissing } from './network/NetworkMissing.tsx'
import { NetworkSkeleton } from './network/NetworkSkeleton.tsx'
import type { SiteConfig } from './siteConfig.ts'
import { Top } from './Top.tsx'

const LocalNetwork = lazyPart(async () => (await import('./network/LocalNetwork.tsx')).LocalNetwork, NetworkMissing)

const local = 'No cookies, no trackers, no web fonts: this page only talks to this machine.'
const published = 'No cookies, no trackers, no web fonts: this page only talks to its own server and API.'

type Props = { config: Promise<SiteConfig> }

/**
 * The card is part of the page if an API answers its requests at once; otherwise the button opens it, and nothing loads
 * before.
 */
const hasCard = (config: SiteConfig) => config.apiUrl !== null
const kitOf = (config: SiteConfig) => createSiteKit(config, { enableEmbedded: hasCard(config) })

/** The site's first page: an introduction, the kit's button, its card in the page, and the local network, live. */
export function Page({ config }: Props) {
  return (
    <>
      <a className="skip" href="#connect">
        Skip to wallet connection
      </a>
      <Top>
        <Suspense>
          <NetworkChoice config={config} />
        </Suspense>
        <nav className="top-links" aria-label="Site">
          <a className="top-link" href="/docs">
            Docs
          </a>
          <a className="top-link" href="/playground">
            Playground
          </a>
          <a className="top-link" href="/gallery">
            Gallery
          </a>
        </nav>
      </Top>
      <main>
        <div className="hero">
          <div className="pitch">
            <div className="pitch-words">
              <h1>The wallet kit you run yourself</h1>
              <p className="lead">
                The modal your visitors connect with, and the API, relay and embedded wallets behind it. Open source, on
                your own machines.
              </p>
            </div>
            <Suspense fallback={<div className="connect connect-skeleton" />}>
              <KitPart config={config} />
            </Suspense>
            <Install />
          </div>
          <Suspense fallback={<div className="stage" />}>
            <CardPart config={config} />
          </Suspense>
          <Suspense fallback={__LOCAL__ ? <NetworkSkeleton /> : null}>
            <NetworkPart config={config} />
          </Suspense>
        </div>
        <Claims />
      </main>
      <footer className="foot">
        <p>{__LOCAL__ ? local : published}</p>
        <nav className="foot-links" aria-label="More">
          <a href="/docs">Documentation</a>
          <a href="/docs/contributing">Repository</a>
          <a href="/playground">Playground</a>
          <a href="/gallery">Gallery</a>
          <a href="/headless">Without the modal</a>
        </nav>
      </footer>
    </>
  )
}

function KitPart({ config }: Props) {
  const settings = use(config)
  return kitOf(settings) ? <ConnectPlace hasCard={hasCard(settings)} /> : <ConnectAway />
}

function CardPart({ config }: Props) {
  const settings = use(config)
  return hasCard(settings) && kitOf(settings) ? <CardStage /> : null
}

function NetworkChoice({ config }: Props) {
  return kitOf(use(config)) ? <NetworkButton /> : null
}

/** Only for a wallet whose network can change. */
function NetworkButton() {
  return useAppKitAccount().isConnected ? <AppKitNetworkButton /> : null
}

function NetworkPart({ config }: Props) {
  const { devnet } = use(config)
  return devnet ? <LocalNetwork manifestUrl={devnet} /> : null
}
