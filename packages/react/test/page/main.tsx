import { createDevnetWallet, type DevnetWallet } from '@billfold/testkit/createDevnetWallet'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { type AppKit, AppKitButton, AppKitNetworkButton, type CreateAppKit, createAppKit } from '../../src/index.ts'
import { arabicLike } from './arabicLike.ts'
import { networks, walletChains } from './networks.ts'

/** What a test may say about the page, in its address. */
export type PageSetup = {
  options?: Partial<CreateAppKit>
  /** Names of wallets to install; the first is the one tests speak to. */
  wallets?: readonly string[]
  solana?: boolean
  rtl?: boolean
}

declare global {
  interface Window {
    harness: { appKit: AppKit; wallet: DevnetWallet | undefined }
  }
}

const setup = JSON.parse(new URLSearchParams(location.search).get('setup') ?? '{}') as PageSetup
const installed = (setup.wallets ?? ['Devnet Wallet']).map((name, index) => {
  const wallet = createDevnetWallet({
    name,
    ...(index > 0 ? { rdns: `dev.billfold.wallet${index}` } : {}),
    chains: walletChains(location.origin),
    remember: localStorage,
    ...(setup.solana ? {} : { solana: false }),
  })
  wallet.install(window)
  return wallet
})

const appKit = createAppKit({
  projectId: 'harness',
  networks: networks(location.origin, setup.solana ?? false),
  apiUrl: location.origin,
  ...(setup.rtl ? { locale: arabicLike } : {}),
  ...setup.options,
})
window.harness = { appKit, wallet: installed[0] }

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <header>
        <AppKitNetworkButton /> <AppKitButton />
      </header>
      <main>
        {Array.from({ length: 60 }, (_, line) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: filler, so that the page scrolls
          <p key={line}>The page behind.</p>
        ))}
      </main>
    </StrictMode>,
  )
if (setup.options?.enableEmbedded && root?.parentElement) {
  const place = document.createElement('div')
  place.id = 'place'
  root.before(place)
  appKit.embed(place)
}
