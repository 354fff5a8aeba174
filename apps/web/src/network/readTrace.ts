import type { DevnetChain } from '@billfold/protocol/devnetManifest'
import * as z from 'zod/mini'
import { bytes, callRpc } from './callRpc.ts'
import { priceOfSqrt, swapTopic, wordAt } from './poolPrice.ts'
import { inverse, type Ratio } from './ratio.ts'
import { isSame, poolDecimals, quoteToken, type TokenPrice } from './readPrices.ts'

const logs = z.array(z.object({ data: bytes }))
const lookBack = 600n
const kept = 48

/** The last prices of a token as its v3 pool's swaps recorded them on the chain, oldest first. */
export async function readTrace(
  chain: DevnetChain,
  { token, pool, via }: TokenPrice,
  latest: bigint,
  signal: AbortSignal,
): Promise<Ratio[]> {
  const decimals = poolDecimals(chain, pool)
  if (via || pool.protocol !== 'uniswap-v3' || !decimals || !quoteToken(chain)) return []
  const fromBlock = `0x${(latest > lookBack ? latest - lookBack : 0n).toString(16)}`
  const filter = { address: pool.address, topics: [swapTopic], fromBlock, toBlock: 'latest' }
  const found = await callRpc(chain.rpcUrl, 'eth_getLogs', [filter], logs, signal)
  return found.slice(-kept).map(({ data }) => {
    const price = priceOfSqrt(wordAt(data, 2), decimals)
    return isSame(pool.token0, token.address) ? price : inverse(price)
  })
}
