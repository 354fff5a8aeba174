import type { DevnetManifest } from '@billfold/protocol/devnetManifest'
import type { SiteNetwork } from '../siteConfig.ts'
import { localNetworks } from './localNetworks.ts'
import { publicNetworks } from './publicNetworks.ts'
import type { WebConfig } from './readConfig.ts'

/**
 * The networks that this site offers: the local ones on a local site, and none while they are down; otherwise the
 * public ones.
 */
export function siteNetworks({ mode, rpcUrls }: WebConfig, manifest: DevnetManifest | undefined): SiteNetwork[] {
  if (mode === 'local') return manifest ? localNetworks(manifest).map(({ network }) => network) : []
  return publicNetworks.map((network) => {
    const url = rpcUrls.get(network.caipNetworkId)
    return url ? { ...network, rpcUrls: { default: { http: [url.href] } } } : network
  })
}
