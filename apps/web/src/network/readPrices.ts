import type { DevnetChain } from '@billfold/protocol/devnetManifest'
import { sameAddress } from '@billfold/protocol/sameAddress'
import { bytes, callRpc } from './callRpc.ts'
import { getReserves, priceOfReserves, priceOfSqrt, slot0, wordAt } from './poolPrice.ts'
import { inverse, type Ratio, times } from './ratio.ts'

type Pool = DevnetChain['pools'][number]
type Token = DevnetChain['tokens'][number]

/** One token's price in the chain's dollar token, and the pool it comes from. */
export type TokenPrice = { token: Token; price: Ratio; pool: Pool; via: Token | null }

/** The quote currency: the chain's dollar token. */
export function quoteToken(chain: DevnetChain): Token | undefined {
  return chain.tokens.find(({ symbol }) => symbol === 'USDC') ?? chain.tokens.find(({ symbol }) => symbol === 'DAI')
}

/** Reads every pool of the chain and returns each token's price in its dollar: directly, or through wrapped ether. */
export async function readPrices(chain: DevnetChain, signal: AbortSignal): Promise<TokenPrice[]> {
  const read = await Promise.all(
    chain.pools.map(async (pool) => ({ pool, price: await readPool(chain, pool, signal) })),
  )
  return priceTokens(
    chain,
    read.flatMap(({ pool, price }) => (price ? [{ pool, price }] : [])),
  )
}

/** Prices from pools already read, v3 and the lowest fee first; omits a token without a path, never guesses. */
export function priceTokens(chain: DevnetChain, pools: readonly { pool: Pool; price: Ratio }[]): TokenPrice[] {
  const read = pools.toSorted((a, b) => b.pool.protocol.localeCompare(a.pool.protocol) || a.pool.fee - b.pool.fee)
  const dollar = quoteToken(chain)
  if (!dollar) return []
  const ether = chain.tokens.find(({ kind }) => kind === 'wrapped')
  const between = (token: Token, other: Token) => {
    for (const { pool, price } of read) {
      if (sameAddress('eip155', pool.token0, token.address) && sameAddress('eip155', pool.token1, other.address))
        return { pool, price }
      if (sameAddress('eip155', pool.token1, token.address) && sameAddress('eip155', pool.token0, other.address))
        return { pool, price: inverse(price) }
    }
    return undefined
  }
  const etherPrice = ether && between(ether, dollar)
  return chain.tokens.flatMap((token): TokenPrice[] => {
    if (token === dollar) return []
    const direct = between(token, dollar)
    if (direct) return [{ token, ...direct, via: null }]
    const step = ether && etherPrice && token !== ether ? between(token, ether) : undefined
    if (!step || !ether || !etherPrice) return []
    return [{ token, pool: step.pool, price: times(step.price, etherPrice.price), via: ether }]
  })
}

/** Decimals of a pool's two tokens, in its own order. */
export function poolDecimals(chain: DevnetChain, pool: Pool): { decimals0: number; decimals1: number } | undefined {
  const token0 = chain.tokens.find(({ address }) => sameAddress('eip155', address, pool.token0))
  const token1 = chain.tokens.find(({ address }) => sameAddress('eip155', address, pool.token1))
  return token0 && token1 && { decimals0: token0.decimals, decimals1: token1.decimals }
}

async function readPool(chain: DevnetChain, pool: Pool, signal: AbortSignal): Promise<Ratio | undefined> {
  const decimals = poolDecimals(chain, pool)
  if (!decimals) return undefined
  const isV3 = pool.protocol === 'uniswap-v3'
  const call = { to: pool.address, data: isV3 ? slot0 : getReserves }
  const data = await callRpc(chain.rpcUrl, 'eth_call', [call, 'latest'], bytes, signal)
  return isV3 ? priceOfSqrt(wordAt(data, 0), decimals) : priceOfReserves(data, decimals)
}
