import type { DevnetChain } from '@billfold/protocol/devnetManifest'
import { sameAddress } from '@billfold/protocol/sameAddress'
import * as z from 'zod/mini'
import { bytes, callRpc } from './callRpc.ts'
import { initializeTopic, priceOfReserves, priceOfSqrt, swapTopic, syncTopic, wordAt } from './poolPrice.ts'
import { inverse, type Ratio } from './ratio.ts'
import { poolDecimals, type TokenPrice } from './readPrices.ts'

const logs = z.array(z.object({ topics: z.array(bytes), data: bytes }))
const lookBack = 600n
const kept = 48

/** The recent prices of a token, from its pool's events on the chain, oldest first. */
export async function readTrace(
  chain: DevnetChain,
  { token, pool, via }: TokenPrice,
  latest: bigint,
  signal: AbortSignal,
): Promise<Ratio[]> {
  const decimals = poolDecimals(chain, pool)
  if (via || !decimals) return []
  const isV3 = pool.protocol === 'uniswap-v3'
  const fromBlock = `0x${(latest > lookBack ? latest - lookBack : 0n).toString(16)}`
  const topics = [isV3 ? [swapTopic, initializeTopic] : [syncTopic]]
  const filter = { address: pool.address, topics, fromBlock, toBlock: 'latest' }
  const swaps = await callRpc(chain.rpcUrl, 'eth_getLogs', [filter], logs, signal)
  return swaps.slice(-kept).map(({ topics: [topic], data }) => {
    const sqrtAt = topic === initializeTopic ? 0 : 2
    const price = isV3 ? priceOfSqrt(wordAt(data, sqrtAt), decimals) : priceOfReserves(data, decimals)
    return sameAddress('eip155', pool.token0, token.address) ? price : inverse(price)
  })
}
