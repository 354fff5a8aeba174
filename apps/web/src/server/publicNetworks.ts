import { arbitrum, base, mainnet, optimism, polygon, solana } from '@billfold/react/networks'
import type { SiteNetwork } from '../siteConfig.ts'

/** The networks of a production site. The operator chooses their nodes (`RPC_URLS`), never a third party's. */
export const publicNetworks: readonly SiteNetwork[] = [mainnet, base, arbitrum, optimism, polygon, solana].map(
  ({ blockExplorers, ...network }) => ({
    ...network,
    rpcUrls: { default: { http: [] } },
    ...(blockExplorers ? { blockExplorers } : {}),
    assets: { imageId: network.caipNetworkId },
  }),
)
