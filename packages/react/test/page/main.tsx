import { createSimulatedLedger } from '@billfold/testkit/ledger/createSimulatedLedger'
import { StrictMode, version } from 'react'
import { createRoot } from 'react-dom/client'
import { AppKitButton, AppKitNetworkButton, createAppKit } from '../../src/index.ts'
import { ledger } from '../../src/ledger.ts'
import { DefaultSIWX } from '../../src/siwx.ts'
import { telegramLaunch } from '../../src/telegram/telegramLaunch.ts'
import { arabicLike } from './arabicLike.ts'
import { installWallets } from './installWallets.ts'
import { networks } from './networks.ts'
import { pageSetup } from './pageSetup.ts'

const setup = pageSetup()
const wallet = installWallets(setup)[0]
const device = setup.ledger ? createSimulatedLedger({ isPermitted: sessionStorage.ledger === 'permitted' }) : undefined
if (device) {
  Object.defineProperty(navigator, 'hid', { value: device.hid, configurable: true })
  // A browser keeps its permission when the page reloads.
  device.hid.addEventListener('connect', () => sessionStorage.setItem('ledger', 'permitted'))
}
const appKit = createAppKit({
  projectId: 'harness',
  networks: networks(location.origin, setup.solana ?? false),
  apiUrl: location.origin,
  ...(setup.rtl ? { locale: arabicLike } : {}),
  ...(setup.signIn ? { siwx: new DefaultSIWX() } : {}),
  ...(device ? { connectors: [ledger()] } : {}),
  ...setup.options,
})
window.harness = { appKit, wallet, telegramLaunch, ...(device ? { ledger: device } : {}) }

document.documentElement.dataset.react = version
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
