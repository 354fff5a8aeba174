/** The contracts that execute a source's swaps on a chain. */
export type SwapContract = {
  /** The contract that is called. */
  router: string
  /** The spender that tokens are approved to. */
  spender: string
  /** The chain's own coin as a token, if the router uses it. */
  wrapped?: string | undefined
}

const permit2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
const v3Router = '0xE592427A0AEce92De3Edee1F18E0157C05861564'

/** By the chain's number: Uniswap's UniversalRouter, the wrapped coin, and whether v3's first SwapRouter is there. */
const uniswap: readonly (readonly [number, string, string, boolean])[] = [
  [1, '0x3fC91A3afd70395Cd496C647d5a6CC9D4B2b7FAD', '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2', true],
  [10, '0xCb1355ff08Ab38bBCE60111F1bb2B784bE25D7e8', '0x4200000000000000000000000000000000000006', true],
  [56, '0x4Dae2f939ACf50408e13d58534Ff8c2776d45265', '0xbb4CdB9CBd36B01bD1cBaEBF2De08d9173bc095c', false],
  [137, '0xec7BE89e9d109e7e3Fec59c222CF297125FEFda2', '0x0d500B1d8E8eF31E21C99d1Db9A6444d3ADf1270', true],
  [8453, '0x3fC91A3afd70395Cd496C647d5a6CC9D4B2b7FAD', '0x4200000000000000000000000000000000000006', false],
  [42161, '0x5E325eDA8064b456f4781070C0738d849c824258', '0x82aF49447D8a07e3bd95BD0d56f35241523fBab1', true],
  [43114, '0x4Dae2f939ACf50408e13d58534Ff8c2776d45265', '0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7', false],
]

const everywhere = (address: string, ...chains: number[]): Record<string, SwapContract> =>
  Object.fromEntries(chains.map((id) => [id, { router: address, spender: address }]))

/**
 * By source id and chain id. The kit ships this list, so that no server can name another contract; a test of the server
 * compares it with the contracts that the server calls. AppKit also swaps on zkSync, Fantom, Kaia and Aurora: no source
 * here has a contract there. The server documents the origin of the addresses (`knownChains.ts`, `hostedContracts.ts`).
 */
export const swapContracts: Readonly<Record<string, Readonly<Record<string, SwapContract>>>> = {
  uniswap: Object.fromEntries(uniswap.map(([id, router, wrapped]) => [id, { router, spender: permit2, wrapped }])),
  'uniswap-v3': Object.fromEntries(
    uniswap.flatMap(([id, , wrapped, isThere]) =>
      isThere ? [[id, { router: v3Router, spender: v3Router, wrapped }]] : [],
    ),
  ),
  '0x': everywhere('0x0000000000001fF3684f28c67538d4D072C22734', 1, 10, 56, 130, 137, 146, 8453, 42161, 43114),
  '1inch': everywhere(
    '0x111111125421cA6dc452d289314280a0f8842A65',
    ...[1, 10, 56, 100, 130, 137, 146, 8453, 42161, 43114, 59144],
  ),
  lifi: everywhere('0x1231DEB6f5749EF6cE6943a275A1D3E7486F4EaE', 1, 10, 56, 100, 137, 8453, 42161, 43114),
  kyberswap: everywhere(
    '0x6131B5fae19EA4f9D964eAc0408E4408b66337b5',
    ...[1, 10, 56, 130, 137, 146, 8453, 42161, 43114, 59144],
  ),
}
