import { fetchJson } from './fetchJson.ts'
import { type SiteConfig, siteConfig } from './siteConfig.ts'

const askAgainMs = 2_000

/** Reads the site's settings from its own server, and asks until they are `enough`: that server may be restarting. */
export async function loadConfig(enough: (config: SiteConfig) => boolean = () => true): Promise<SiteConfig> {
  for (;;) {
    const config = await fetchJson(siteConfig, '/config.json', { deadlineMs: 5_000 }).catch(() => null)
    if (config && enough(config)) return config
    await new Promise((resolve) => setTimeout(resolve, askAgainMs))
  }
}
