import type { DevnetManifest } from '@billfold/protocol/devnetManifest'
import type { SiteConfig } from '../siteConfig.ts'

/**
 * The routers of the local chains. They are on no list in the kit: the site vouches for them, and visitors see that.
 */
export const localSwaps = ({ chains }: DevnetManifest): NonNullable<SiteConfig['swapContracts']> =>
  Object.fromEntries(
    chains.map(({ id, contracts }) => {
      const { universalRouter, permit2, uniswapV3SwapRouter, weth } = contracts
      return [
        `eip155:${id}`,
        {
          ...(universalRouter && permit2
            ? { uniswap: { router: universalRouter, spender: permit2, wrapped: weth } }
            : {}),
          ...(uniswapV3SwapRouter
            ? { 'uniswap-v3': { router: uniswapV3SwapRouter, spender: uniswapV3SwapRouter, wrapped: weth } }
            : {}),
        },
      ]
    }),
  )
