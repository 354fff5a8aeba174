import { namespaces } from '@billfold/protocol/caip'
import * as z from 'zod/mini'

/** A network in the kit's form, in the settings that the site's server gives its pages. */
const siteNetwork = z.object({
  id: z.union([z.int(), z.string()]),
  name: z.string(),
  chainNamespace: z.enum(namespaces),
  caipNetworkId: z.string(),
  nativeCurrency: z.object({ name: z.string(), symbol: z.string(), decimals: z.int() }),
  rpcUrls: z.object({ default: z.object({ http: z.array(z.string()) }) }),
  blockExplorers: z.optional(z.object({ default: z.object({ name: z.string(), url: z.string() }) })),
  /** The contracts for names on it. */
  contracts: z.optional(z.object({ ensRegistry: z.object({ address: z.string() }) })),
  testnet: z.optional(z.boolean()),
  /** The prefix of Polkadot addresses on it. */
  addressPrefix: z.optional(z.int()),
  assets: z.optional(z.object({ imageId: z.string() })),
})

/**
 * The content of `/config.json`: the URLs of the API and the relay, the networks, and the local network's manifest if
 * any.
 */
export const siteConfig = z.object({
  apiUrl: z.nullable(z.string()),
  relayUrls: z.array(z.string()),
  /** The embedded wallet's page; without it there is no login by mail. */
  walletUrl: z.nullable(z.string()),
  /** The page with a local stack's mail, for visitors who wait for a code. */
  mailUrl: z.nullable(z.string()),
  projectId: z.nullable(z.string()),
  devnet: z.nullable(z.string()),
  networks: z.array(siteNetwork),
  /** The swap contracts of local chains, which no list has: by network and source. */
  swapContracts: z.optional(
    z.record(
      z.templateLiteral(['eip155:', z.string()]),
      z.record(z.string(), z.object({ router: z.string(), spender: z.string(), wrapped: z.optional(z.string()) })),
    ),
  ),
})

export type SiteNetwork = z.infer<typeof siteNetwork>
export type SiteConfig = z.infer<typeof siteConfig>
