import * as z from 'zod/mini'
import { fetchJson } from './fetchJson.ts'

const siteConfig = z.object({
  apiUrl: z.nullable(z.string()),
  projectId: z.nullable(z.string()),
  devnet: z.nullable(z.string()),
})

/** What the site's server was told: where the API is, and the local network's manifest if there is one. */
export type SiteConfig = z.infer<typeof siteConfig>

const askAgainMs = 2_000

/** Reads the site's settings from its own server, and asks until it has them: that server may be restarting. */
export async function loadConfig(): Promise<SiteConfig> {
  for (;;) {
    const config = await fetchJson(siteConfig, '/config.json', { deadlineMs: 5_000 }).catch(() => null)
    if (config) return config
    await new Promise((resolve) => setTimeout(resolve, askAgainMs))
  }
}
