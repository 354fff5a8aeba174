import type { EvmAddress } from '../../../chains/serverChain.ts'

/** A company that quotes: the one contract it takes tokens with and is called at, and the chains where that is so. */
export type HostedContract = {
  address: EvmAddress
  /** By the chain's number; the text is what the company calls it. */
  chains: Readonly<Record<string, string>>
}

const byNumber = (...references: number[]) => Object.fromEntries(references.map((n) => [n, String(n)]))

/**
 * By the id of the source. A chain that is not here is not asked about: its contract is another one, or none. All from the companies'
 * own tables: docs.0x.org/docs/core-concepts/0x-cheat-sheet, github.com/1inch/limit-order-sdk `src/constants.ts` (all but zkSync),
 * github.com/lifinance/contracts `deployments/` (another one on Unichain), docs.kyberswap.com/developer-guide/aggregator-api/contracts.
 */
export const hostedContracts = {
  // AllowanceHolder, the only one of 0x's contracts that may be approved to.
  '0x': {
    address: '0x0000000000001fF3684f28c67538d4D072C22734',
    chains: byNumber(1, 10, 56, 130, 137, 146, 8453, 42161, 43114),
  },
  // AggregationRouterV6
  '1inch': {
    address: '0x111111125421cA6dc452d289314280a0f8842A65',
    chains: byNumber(1, 10, 56, 100, 130, 137, 146, 8453, 42161, 43114, 59144),
  },
  // LiFiDiamond
  lifi: {
    address: '0x1231DEB6f5749EF6cE6943a275A1D3E7486F4EaE',
    chains: byNumber(1, 10, 56, 100, 137, 8453, 42161, 43114),
  },
  // MetaAggregationRouterV2
  kyberswap: {
    address: '0x6131B5fae19EA4f9D964eAc0408E4408b66337b5',
    chains: {
      1: 'ethereum',
      10: 'optimism',
      56: 'bsc',
      130: 'unichain',
      137: 'polygon',
      146: 'sonic',
      8453: 'base',
      42161: 'arbitrum',
      43114: 'avalanche',
      59144: 'linea',
    },
  },
} as const satisfies Record<string, HostedContract>

export type HostedSwapId = keyof typeof hostedContracts
