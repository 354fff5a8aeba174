import type { DevnetChain } from '@billfold/protocol/devnetManifest'
import type { EvmAddress, ServerChain } from '../serverChain.ts'

/** The symbols of the local network's tokens that count as a dollar, the deepest first. */
const dollars = ['USDC', 'USDT', 'DAI']

/** An EVM chain of the local network, as its manifest describes it, for the server's list. */
export function evmFromDevnet({ id, contracts, tokens, ...chain }: DevnetChain): ServerChain {
  const at = (name: string) => contracts[name] as EvmAddress | undefined
  const bySymbol = (symbol: string) =>
    tokens.find((token) => token.symbol === symbol)?.address as EvmAddress | undefined
  return {
    id: `eip155:${id}`,
    namespace: 'eip155',
    reference: String(id),
    name: chain.name,
    rpcUrls: [chain.rpcUrl],
    wsUrls: [chain.wsUrl],
    bundlerUrl: chain.bundlerUrl,
    ...(chain.smartAccounts && { smartAccounts: { kind: chain.smartAccounts, paymaster: at('verifyingPaymaster08') } }),
    nativeCurrency: chain.nativeCurrency,
    startBlock: 0n,
    tokens: tokens.map(({ address, name, symbol, decimals }) => ({ address, name, symbol, decimals })),
    contracts: {
      multicall3: at('multicall3'),
      uniswapV2Factory: at('uniswapV2Factory'),
      uniswapV2Router: at('uniswapV2Router'),
      uniswapV3Factory: at('uniswapV3Factory'),
      uniswapV3QuoterV2: at('uniswapV3QuoterV2'),
      uniswapV3SwapRouter: at('uniswapV3SwapRouter'),
      universalRouter: at('universalRouter'),
      permit2: at('permit2'),
      ensRegistry: at('ensRegistry'),
      ensUniversalResolver: at('ensUniversalResolver'),
    },
    wrappedNative: at('weth'),
    stables: dollars.map(bySymbol).filter((address) => address !== undefined),
    isLocal: true,
  }
}
