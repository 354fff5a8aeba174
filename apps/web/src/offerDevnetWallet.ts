import { loadConfig } from './loadConfig.ts'
import type { SiteConfig } from './siteConfig.ts'

/** Adds the Devnet Wallet to a page of the local site, as soon as the local network is up. */
export async function offerDevnetWallet(config: SiteConfig): Promise<void> {
  if (!config.devnet) return
  const hasNetworks = ({ networks }: SiteConfig) => networks.length > 0
  const settings = hasNetworks(config) ? config : await loadConfig(hasNetworks)
  const { installOnce } = await import('./installOnce.ts')
  installOnce(settings)
}
