import { fetchJson } from './fetchJson.ts'
import { type SiteConfig, siteConfig } from './siteConfig.ts'

const askAgainMs = 2_000

/**
 * Reads the site's settings from its own server, and retries until they are `enough`: that server may be restarting. A
 * page whose policy blocks the nodes in them reloads instead, once.
 */
export async function loadConfig(enough: (config: SiteConfig) => boolean = () => true): Promise<SiteConfig> {
  for (;;) {
    const config = await fetchJson(siteConfig, '/config.json', { deadlineMs: 5_000 }).catch(() => null)
    if (config && enough(config)) return opensAgain(config) ? new Promise(() => {}) : config
    await new Promise((resolve) => setTimeout(resolve, askAgainMs))
  }
}

/**
 * The nodes of the local network that this page's policy blocks: its server did not know them when it served the page.
 */
export function stoppedOrigins(rpcUrls: readonly string[]): string[] {
  const allowed = document.querySelector<HTMLMetaElement>('meta[name="devnet-origins"]')?.content.split(' ') ?? []
  return rpcUrls.map((url) => new URL(url).origin).filter((origin) => !allowed.includes(origin))
}

let isLeaving = false

function opensAgain({ devnet, networks }: SiteConfig): boolean {
  // It runs on for a moment, in which other callers must not make requests.
  if (isLeaving) return true
  const key = 'billfold:reloaded-for'
  const stopped = stoppedOrigins(devnet ? networks.flatMap(({ rpcUrls }) => rpcUrls.default.http) : []).join(' ')
  if (!stopped) {
    sessionStorage.removeItem(key)
    return false
  }
  if (sessionStorage.getItem(key) === stopped) return false
  sessionStorage.setItem(key, stopped)
  isLeaving = true
  location.reload()
  return true
}
