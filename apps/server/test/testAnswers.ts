import { lowerHex } from '../src/chains/eip155/hex.ts'
import { createKyberSwap } from '../src/providers/quotes/hosted/createKyberSwap.ts'
import { createLifi } from '../src/providers/quotes/hosted/createLifi.ts'
import { createOneInch } from '../src/providers/quotes/hosted/createOneInch.ts'
import { createZeroX } from '../src/providers/quotes/hosted/createZeroX.ts'
import { type HostedSwapId, hostedContracts } from '../src/providers/quotes/hosted/hostedContracts.ts'
import type { QuoteSource } from '../src/providers/quotes/quoteSource.ts'
import { calls, house, nowhere, weth } from './testSwaps.ts'
import { owner, usdc } from './testUpstream.ts'

export const coin = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'
/** The output of every service in these responses, and its minimum. */
export const [out, least] = [33_000_000_000_000_000n, 32_670_000_000_000_000n]

type Shape = Record<string, unknown>
/** The documented answer to a swap of 100 USDC for ether, with some of its fields changed. */
export const answers = {
  '0x': (change: Shape = {}, tx: Shape = {}) => ({
    liquidityAvailable: true,
    blockNumber: '20114676',
    allowanceTarget: hostedContracts['0x'].address,
    buyAmount: String(out),
    buyToken: lowerHex(coin),
    minBuyAmount: String(least),
    sellAmount: '100000000',
    sellToken: lowerHex(usdc),
    fees: {
      integratorFee: { amount: '282900655572365', token: lowerHex(coin), type: 'volume' },
      zeroExFee: { amount: '49500000000000', token: lowerHex(coin), type: 'volume' },
      gasFee: null,
    },
    issues: {
      allowance: { actual: '0', spender: hostedContracts['0x'].address },
      balance: null,
      simulationIncomplete: false,
    },
    route: {
      fills: [{ from: usdc, to: weth, source: 'Uniswap_V3', proportionBps: '10000' }],
      tokens: [{ address: usdc, symbol: 'USDC' }],
    },
    transaction: {
      to: hostedContracts['0x'].address,
      data: calls.zeroX(least),
      gas: '288079',
      gasPrice: '4837860000',
      value: '0',
      ...tx,
    },
    ...change,
  }),
  '1inch': (change: Shape = {}) => ({
    dstAmount: String(out),
    gas: 231_000,
    srcToken: { address: usdc },
    dstToken: { address: coin },
    ...change,
  }),
  lifi: (change: Shape = {}, tx: Shape = {}) => ({
    id: '0b1c',
    type: 'lifi',
    tool: 'sushiswap',
    action: {
      fromChainId: 1,
      toChainId: 1,
      fromToken: { address: usdc, chainId: 1 },
      toToken: { address: nowhere, chainId: 1 },
      fromAmount: '100000000',
      slippage: 0.01,
    },
    estimate: {
      toAmount: String(out),
      toAmountMin: String(least),
      approvalAddress: hostedContracts.lifi.address,
      feeCosts: [
        { name: 'Integrator Fee', amount: '850000', percentage: '0.0085', included: true, token: { address: usdc } },
        { name: 'LIFI Fixed Fee', amount: '250000', percentage: '0.0025', included: true, token: { address: usdc } },
      ],
    },
    includedSteps: [
      {
        type: 'protocol',
        toolDetails: { name: 'Fee' },
        action: { fromToken: { address: usdc }, toToken: { address: usdc } },
      },
      {
        type: 'swap',
        toolDetails: { name: 'SushiSwap' },
        action: { fromToken: { address: usdc }, toToken: { address: nowhere } },
      },
    ],
    transactionRequest: {
      from: owner,
      to: hostedContracts.lifi.address,
      chainId: 1,
      data: calls.lifi(least),
      value: '0x0',
      gasPrice: '0x1',
      gasLimit: '0x4b320',
      ...tx,
    },
    ...change,
  }),
  kyberswap: (change: Shape = {}, data: Shape = {}) => ({
    code: 0,
    message: 'successfully',
    data: {
      routeSummary: {
        tokenIn: usdc,
        amountIn: '100000000',
        tokenOut: coin,
        amountOut: String(out),
        gas: '253000',
        gasUsd: '1.2',
        extraFee: { feeAmount: '85', chargeFeeBy: 'currency_out', isInBps: true, feeReceiver: house },
        route: [[{ pool: '0x01', tokenIn: usdc, tokenOut: weth, exchange: 'uniswapv3', poolType: 'uniswapv3' }]],
        routeID: 'r1',
        checksum: '1234',
        ...change,
      },
      routerAddress: hostedContracts.kyberswap.address,
      ...data,
    },
  }),
}
/** The later responses of services that build on request. */
export const swaps = {
  '1inch': (minimum: bigint, tx: Shape = {}) => ({
    dstAmount: String(out),
    tx: {
      from: owner,
      to: hostedContracts['1inch'].address,
      data: calls.oneInch(minimum),
      value: '0',
      gas: 0,
      gasPrice: '1',
      ...tx,
    },
  }),
  kyberswap: (minimum: bigint, data: Shape = {}) => ({
    code: 0,
    data: {
      amountOut: String(out),
      data: calls.kyberSwap(minimum),
      gas: '253000',
      routerAddress: hostedContracts.kyberswap.address,
      transactionValue: '0',
      ...data,
    },
  }),
}

/** A source of each kind, asking at an address of the test's. */
export const sourcesAt = (
  url: string,
  now: () => number,
): Record<HostedSwapId, (own?: { deadlineMs?: number }) => QuoteSource> => {
  const limits = { url, deadlineMs: 3_000, maxBytes: 1_000_000, now }
  return {
    '0x': (own) => createZeroX({ ...limits, apiKey: 'zx-secret', ...own }),
    '1inch': (own) => createOneInch({ ...limits, apiKey: 'in-secret', ...own }),
    lifi: (own) => createLifi({ ...limits, apiKey: 'li-secret', integrator: 'acme', ...own }),
    kyberswap: (own) => createKyberSwap({ ...limits, clientId: 'acme', ...own }),
  }
}
