import { createAppKit, useAppKitAccount, useAppKitNetwork, useDisconnect } from '@billfold/react'
import { Suspense, use, useEffect, useRef } from 'react'
import { siteSocials } from '../createSiteKit.ts'
import type { SiteConfig } from '../siteConfig.ts'
import { Arrived } from './Arrived.tsx'
import { Assets } from './Assets.tsx'
import { LoginSlip } from './LoginSlip.tsx'
import { Receive } from './Receive.tsx'
import { SendSlip } from './SendSlip.tsx'
import { SwapSlip } from './SwapSlip.tsx'
import { WalletCounter } from './WalletCounter.tsx'

type Props = { config: Promise<SiteConfig> }

/** A page with its own design: everything on it comes from the kit, without the modal. */
export function HeadlessPage({ config }: Props) {
  return (
    <main className="counter">
      <header>
        <p className="kicker">
          <a href="/">Billfold</a> without its modal · <a href="/docs">Docs</a> · <a href="/gallery">Gallery</a>
        </p>
        <h1>Pay here</h1>
        <p>
          This page draws its own list, code, balances and form with the hooks of <code>@billfold/react/headless</code>.
        </p>
      </header>
      <Suspense fallback={<p role="status">Opening…</p>}>
        <Desk config={config} />
      </Suspense>
    </main>
  )
}

const kits = new WeakSet<SiteConfig>()

/** Creates the page's kit once, without the dialog, which this page does not show. */
function makeKit(config: SiteConfig): void {
  if (kits.has(config)) return
  kits.add(config)
  const [first, ...others] = config.networks
  if (!first) return
  createAppKit({
    projectId: config.projectId ?? '',
    networks: [first, ...others],
    ...(config.apiUrl ? { apiUrl: config.apiUrl } : {}),
    ...(config.relayUrls.length > 0 ? { relayUrl: config.relayUrls } : {}),
    ...(config.walletUrl ? { walletUrl: config.walletUrl } : {}),
    ...(config.swapContracts ? { swapContracts: config.swapContracts } : {}),
    metadata: { name: 'Headless sample', description: 'A look of its own', url: location.origin, icons: [] },
    disableAppend: true,
    allowUnsupportedChain: true,
    features: { analytics: false, socials: siteSocials },
  })
}

function Desk({ config }: Props) {
  makeKit(use(config))
  const { address, isConnected } = useAppKitAccount()
  const { caipNetwork } = useAppKitNetwork()
  const { disconnect } = useDisconnect()
  const wasHere = useRef(false)
  useEffect(() => {
    wasHere.current ||= isConnected
  }, [isConnected])
  if (!isConnected || !address)
    return (
      <>
        <WalletCounter wasLeft={wasHere} />
        <LoginSlip />
      </>
    )
  return (
    <>
      <Arrived label="Account">
        <p className="account" data-testid="headless-account">
          {address}
        </p>
        <p className="row">
          <span>{caipNetwork?.name ?? 'Unknown network'}</span>
          <button type="button" data-testid="headless-disconnect" onClick={() => void disconnect()}>
            Disconnect
          </button>
        </p>
      </Arrived>
      <Assets />
      <SendSlip />
      <SwapSlip />
      <Receive />
    </>
  )
}
