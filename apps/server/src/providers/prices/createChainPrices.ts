import { type BatchCache, createBatchCache } from '../../caches/createBatchCache.ts'
import { lowerHex } from '../../chains/eip155/hex.ts'
import type { EvmAddress, ServerChain } from '../../chains/serverChain.ts'
import type { Rpc } from '../../rpc/createRpc.ts'
import { listedTokens } from '../../tokens/listedTokens.ts'
import { createTokenFacts } from '../balances/createTokenFacts.ts'
import { createReadContracts } from '../readContracts.ts'
import { native, type PriceSource } from '../source.ts'
import { createPoolPrices, type PoolTrust, type PricedToken } from './createPoolPrices.ts'
import { type Market, marketOf } from './market.ts'
import { usdToNumber } from './usd.ts'

type Options = { rpc: Rpc; trust?: Partial<PoolTrust> | undefined; ttlMs?: number; now?: () => number }
type ChainPrice = { usd: number; at: number }

/** Prices from the chain's own exchanges: no key, no third party, and no price if too little liquidity backs it. */
export function createChainPrices({ rpc, trust, ttlMs = 5_000, now = Date.now }: Options): PriceSource {
  const desks = new WeakMap<ServerChain, BatchCache<ChainPrice>>()

  function deskOf(chain: ServerChain, market: Market): BatchCache<ChainPrice> {
    const known = desks.get(chain)
    if (known) return known
    const read = createReadContracts(rpc(chain.id), { multicall: chain.contracts.multicall3 })
    const facts = createTokenFacts(read)

    async function withDecimals(addresses: readonly string[]): Promise<PricedToken[]> {
      const listed = listedTokens(chain)
      const unlistedFacts = await facts(addresses.filter((address) => !listed.has(address)))
      return addresses.flatMap((address) => {
        const decimals = (listed.get(address) ?? unlistedFacts.get(address))?.decimals
        return decimals === undefined ? [] : [{ address: address as EvmAddress, decimals }]
      })
    }

    const money = withDecimals([market.wrappedNative, ...market.stables].map(lowerHex))
    const poolPrices = money.then((money) => createPoolPrices({ read, market, money, ...(trust && { trust }) }))
    // Else the failure of this one moment would be the answer forever.
    poolPrices.catch(() => desks.delete(chain))
    const desk = createBatchCache<ChainPrice>({
      ttlMs,
      deadlineMs: 10_000,
      now,
      async load(addresses, signal) {
        const prices = await (await poolPrices)(await withDecimals(addresses), signal)
        const at = now()
        return new Map([...prices].map(([address, price]) => [address, { usd: usdToNumber(price), at }]))
      },
    })
    desks.set(chain, desk)
    return desk
  }

  return {
    id: 'pools',
    supports: (chain) => marketOf(chain) !== undefined && chain.rpcUrls.length > 0,
    async prices({ chain, tokens }) {
      const market = marketOf(chain)
      const answer = new Map<string, ChainPrice>()
      if (!market) return answer
      const keyOf = (token: string) => lowerHex(token === native ? market.wrappedNative : token)
      const contracts = tokens.filter((token) => /^0x[0-9a-f]{40}$/.test(keyOf(token)))
      const priceByKey = await deskOf(chain, market)(contracts.map(keyOf))
      for (const token of contracts) {
        const price = priceByKey.get(keyOf(token))
        if (price) answer.set(token, price)
      }
      return answer
    },
  }
}
