import { StrictMode, version } from 'react'
import { createRoot } from 'react-dom/client'
import { AppKitButton, AppKitNetworkButton, createAppKit } from '../../src/index.ts'
import { DefaultSIWX } from '../../src/siwx.ts'
import { arabicLike } from './arabicLike.ts'
import { installWallets } from './installWallets.ts'
import { networks } from './networks.ts'
import { pageSetup } from './pageSetup.ts'

const setup = pageSetup()
const wallet = installWallets(setup)[0]
const appKit = createAppKit({
  projectId: 'harness',
  networks: networks(location.origin, setup.solana ?? false),
  apiUrl: location.origin,
  ...(setup.rtl ? { locale: arabicLike } : {}),
  ...(setup.signIn ? { siwx: new DefaultSIWX() } : {}),
  ...setup.options,
})
window.harness = { appKit, wallet }

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
