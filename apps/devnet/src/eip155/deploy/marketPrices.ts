import type { Token } from './deployment.ts'
import type { TokenId } from './deployTokens.ts'

const scale = 100_000_000n
const base = 10_000n

/** Dollars with eight decimals; ether and bitcoin shift together from chain to chain. */
export type Prices = Record<TokenId, bigint>

/** Prices on a chain. No two neighbouring chain ids agree, so a quote from the wrong chain is obvious. */
export function marketPrices(chainId: number): Prices {
  const premium = base + ((BigInt(chainId) * 37n) % 100n)
  const volatile = (dollars: bigint) => (dollars * scale * premium) / base
  return {
    weth: volatile(3_000n),
    wbtc: volatile(90_000n),
    usdc: scale,
    usdt: scale,
    dai: scale,
    fold: (scale * 5n) / 2n,
    toll: (scale * 2n) / 5n,
  }
}

/** The amount of a token that is worth `dollars`. */
export function worth(token: Pick<Token, 'decimals'>, price: bigint, dollars: bigint): bigint {
  return (dollars * scale * 10n ** BigInt(token.decimals)) / price
}

/** An amount shifted by hundredths of a percent, to set one pool's price slightly off another's. */
export const skewed = (amount: bigint, basisPoints: number): bigint => (amount * (base + BigInt(basisPoints))) / base
