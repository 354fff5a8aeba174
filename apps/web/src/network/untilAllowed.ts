import type { DevnetManifest } from '@billfold/protocol/devnetManifest'
import { loadConfig, stoppedOrigins } from '../loadConfig.ts'
import type { SiteConfig } from '../siteConfig.ts'

/** A page opened while the network was down may not call its nodes: reload it once its server knows them too. */
export async function untilAllowed(manifest: DevnetManifest): Promise<void> {
  const rpcUrls = manifest.chains.map(({ rpcUrl }) => rpcUrl)
  if (stoppedOrigins(rpcUrls).length === 0) return
  const isKnown = (rpcUrl: string, { networks }: SiteConfig) =>
    networks.some((network) => network.rpcUrls.default.http.includes(rpcUrl))
  await loadConfig((config) => rpcUrls.every((rpcUrl) => isKnown(rpcUrl, config)))
}
