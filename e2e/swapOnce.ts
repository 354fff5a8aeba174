import { callNode } from './callNode.ts'

type Pool = { protocol: string; token0: string; token1: string; fee: number }
type Token = { symbol: string; address: string }
export type Receipt = { blockNumber: string; status: string; logs: { address: string; data: string }[] }

const word = (value: bigint | string) => BigInt(value).toString(16).padStart(64, '0')

/** Swaps a hundredth of an ether for USDC in a v3 pool, from an account of the node's own, and returns the hash. */
export async function swapOnce(
  rpcUrl: string,
  router: string,
  pools: readonly Pool[],
  tokens: readonly Token[],
): Promise<string> {
  const of = (symbol: string) => tokens.find((token) => token.symbol === symbol)!.address
  const isPair = ({ token0, token1 }: Pool) =>
    [token0, token1].includes(of('WETH')) && [token0, token1].includes(of('USDC'))
  const { fee } = pools.find((pool) => pool.protocol === 'uniswap-v3' && isPair(pool))!
  const accounts = await callNode<string[]>(rpcUrl, 'eth_accounts', [])
  const from = accounts.at(-1)!
  // exactInputSingle((tokenIn, tokenOut, fee, recipient, deadline, amountIn, amountOutMinimum, sqrtPriceLimitX96)), as in the first SwapRouter.
  const data = `0x414bf389${word(of('WETH'))}${word(of('USDC'))}${word(BigInt(fee))}${word(from)}${word(2n ** 64n)}${word(10n ** 16n)}${word(1n)}${word(0n)}`
  const hash = await callNode<string>(rpcUrl, 'eth_sendTransaction', [
    { from, to: router, data, value: '0x2386f26fc10000' },
  ])
  const { status } = await callNode<Receipt>(rpcUrl, 'eth_getTransactionReceipt', [hash])
  if (status !== '0x1') throw new Error(`The swap ${hash} reverted`)
  return hash
}
