import { fetchJson } from './fetchJson.ts'
import { type SiteConfig, siteConfig } from './siteConfig.ts'

const askAgainMs = 2_000

/**
 * Reads the site's settings from its own server, and asks until they are `enough`: that server may be restarting. A page whose
 * policy does not know the nodes in them opens itself again instead, once.
 */
export async function loadConfig(enough: (config: SiteConfig) => boolean = () => true): Promise<SiteConfig> {
  for (;;) {
    const config = await fetchJson(siteConfig, '/config.json', { deadlineMs: 5_000 }).catch(() => null)
    if (config && enough(config)) return opensAgain(config) ? new Promise(() => {}) : config
    await new Promise((resolve) => setTimeout(resolve, askAgainMs))
  }
}

/** Which nodes of the local network this page's policy stops it from calling: its server did not know them when it gave the page out. */
export function stoppedOrigins(rpcUrls: readonly string[]): string[] {
  const allowed = document.querySelector<HTMLMetaElement>('meta[name="devnet-origins"]')?.content.split(' ') ?? []
  return rpcUrls.map((url) => new URL(url).origin).filter((origin) => !allowed.includes(origin))
}

let isLeaving = false

function opensAgain({ devnet, networks }: SiteConfig): boolean {
  // It runs on for a moment, and anyone else who waits must not call anyone in it.
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
