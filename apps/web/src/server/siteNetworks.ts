import type { DevnetManifest } from '@billfold/protocol/devnetManifest'
import type { SiteNetwork } from '../siteConfig.ts'
import { publicNetworks } from './publicNetworks.ts'
import type { WebConfig } from './readConfig.ts'

/** The networks this site offers: the local ones on a local site, and none while they are away; else the public ones. */
export function siteNetworks({ mode, rpcUrls }: WebConfig, manifest: DevnetManifest | undefined): SiteNetwork[] {
  if (mode === 'local') return manifest ? [...manifest.chains.map(localChain), solanaLocalnet] : []
  return publicNetworks.map((network) => {
    const url = rpcUrls.get(network.caipNetworkId)
    return url ? { ...network, rpcUrls: { default: { http: [url.href] } } } : network
  })
}

function localChain({ id, name, nativeCurrency, rpcUrl, contracts }: DevnetManifest['chains'][number]): SiteNetwork {
  return {
    id,
    name,
    chainNamespace: 'eip155',
    caipNetworkId: `eip155:${id}`,
    nativeCurrency,
    rpcUrls: { default: { http: [rpcUrl] } },
    // So that a name can be typed where an address is asked for.
    ...(contracts.ensRegistry ? { contracts: { ensRegistry: { address: contracts.ensRegistry } } } : {}),
    testnet: true,
  }
}

/** No node of Solana runs here yet: enough to connect and to sign messages, and no address to ask for more. */
const solanaLocalnet: SiteNetwork = {
  id: 'localnet',
  name: 'Solana Localnet',
  chainNamespace: 'solana',
  caipNetworkId: 'solana:localnet',
  nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
  rpcUrls: { default: { http: [] } },
  testnet: true,
}
