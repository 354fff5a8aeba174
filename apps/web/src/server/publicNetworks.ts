import { arbitrum, base, mainnet, optimism, polygon, solana } from '@billfold/react/networks'
import type { SiteNetwork } from '../siteConfig.ts'

/** The networks a production site offers. Where they are asked is the operator's choice (`RPC_URLS`), never a stranger's node. */
export const publicNetworks: readonly SiteNetwork[] = [mainnet, base, arbitrum, optimism, polygon, solana].map(
  ({ blockExplorers, ...network }) => ({
    ...network,
    rpcUrls: { default: { http: [] } },
    ...(blockExplorers ? { blockExplorers } : {}),
    assets: { imageId: network.caipNetworkId },
  }),
)
