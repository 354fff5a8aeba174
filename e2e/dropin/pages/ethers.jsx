import { createAppKit } from '@reown/appkit'
import { mainnet } from '@reown/appkit/networks'
import { EthersAdapter } from '@reown/appkit-adapter-ethers'

// A site in its maintainers' own words: nothing here knows of another server.
const projectId = 'billfold-local'
const metadata = { name: 'A site', description: 'A site with AppKit', url: location.origin, icons: [] }
// For the tests' requests.
window.site = createAppKit({
  adapters: [new EthersAdapter()],
  networks: [mainnet],
  projectId,
  metadata,
  enableCoinbase: false,
})

document.getElementById('root').innerHTML = '<appkit-button></appkit-button>'
