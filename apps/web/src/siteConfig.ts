import { namespaces } from '@billfold/protocol/caip'
import * as z from 'zod/mini'

/** A network as the kit takes it, in what the site's server tells its pages. */
const siteNetwork = z.object({
  id: z.union([z.int(), z.string()]),
  name: z.string(),
  chainNamespace: z.enum(namespaces),
  caipNetworkId: z.string(),
  nativeCurrency: z.object({ name: z.string(), symbol: z.string(), decimals: z.int() }),
  rpcUrls: z.object({ default: z.object({ http: z.array(z.string()) }) }),
  blockExplorers: z.optional(z.object({ default: z.object({ name: z.string(), url: z.string() }) })),
  /** Where names are registered on it. */
  contracts: z.optional(z.object({ ensRegistry: z.object({ address: z.string() }) })),
  testnet: z.optional(z.boolean()),
  /** What Polkadot's addresses begin with on it. */
  addressPrefix: z.optional(z.int()),
  assets: z.optional(z.object({ imageId: z.string() })),
})

/** What `/config.json` says: where the API and the relay are, which networks there are, and the local network's manifest if any. */
export const siteConfig = z.object({
  apiUrl: z.nullable(z.string()),
  relayUrls: z.array(z.string()),
  /** The embedded wallet's page; without it no one logs in by mail. */
  walletUrl: z.nullable(z.string()),
  /** Where a local stack's mail is read, for anyone who waits for a code. */
  mailUrl: z.nullable(z.string()),
  projectId: z.nullable(z.string()),
  devnet: z.nullable(z.string()),
  networks: z.array(siteNetwork),
  /** What swaps go through on local chains, which are on no one's list: by network and source. */
  swapContracts: z.optional(
    z.record(
      z.templateLiteral(['eip155:', z.string()]),
      z.record(z.string(), z.object({ router: z.string(), spender: z.string(), wrapped: z.optional(z.string()) })),
    ),
  ),
})

export type SiteNetwork = z.infer<typeof siteNetwork>
export type SiteConfig = z.infer<typeof siteConfig>
