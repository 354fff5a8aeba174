import { loadConfig } from './loadConfig.ts'
import type { SiteConfig } from './siteConfig.ts'

/** Brings the Devnet Wallet into a page of the local site, as soon as the local network is there. */
export async function offerDevnetWallet(config: SiteConfig): Promise<void> {
  if (!config.devnet) return
  const hasNetworks = ({ networks }: SiteConfig) => networks.length > 0
  const found = hasNetworks(config) ? config : await loadConfig(hasNetworks)
  const { installOnce } = await import('./installOnce.ts')
  installOnce(found)
}
