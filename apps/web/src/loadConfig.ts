import * as z from 'zod/mini'
import { fetchJson } from './fetchJson.ts'

const siteConfig = z.object({
  apiUrl: z.nullable(z.string()),
  projectId: z.nullable(z.string()),
  devnet: z.nullable(z.string()),
})

/** What the site's server was told: where the API is, and the local network's manifest if there is one. */
export type SiteConfig = z.infer<typeof siteConfig>

/** Reads the site's settings from its own server. */
export function loadConfig(): Promise<SiteConfig> {
  return fetchJson(siteConfig, '/config.json', { deadlineMs: 5_000 })
}
