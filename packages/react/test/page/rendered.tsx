import { hydrateRoot } from 'react-dom/client'
import { createAppKit } from '../../src/createAppKit.tsx'
import { installWallets } from './installWallets.ts'
import { networks } from './networks.ts'
import { pageSetup } from './pageSetup.ts'
import { RenderedPage } from './RenderedPage.tsx'

const wallet = installWallets(pageSetup())[0]
const appKit = createAppKit({
  projectId: 'harness',
  networks: networks(location.origin, false),
  apiUrl: location.origin,
})
window.harness = { appKit, wallet }
const root = document.getElementById('root')
if (root)
  hydrateRoot(root, <RenderedPage />, {
    // React mends a difference by drawing the page again and says so only here.
    onRecoverableError: (error) => console.error('hydration', error),
  })
