import type { Fungible, pricesApi } from '@billfold/protocol/api/prices'
import { parseCaipAddress } from '@billfold/protocol/caip'
import type { Handlers } from '@billfold/protocol/contract'
import { isTokenId } from '@billfold/protocol/nativeCoin'
import { addressKey } from '@billfold/protocol/sameAddress'
import type { Chains } from '../chains/createChains.ts'
import { isTokenAddress } from '../chains/isChainAddress.ts'
import type { ServerChain } from '../chains/serverChain.ts'
import { badParameter } from '../http/badParameter.ts'
import type { CallContext } from '../http/serveContract.ts'
import type { PriceBook } from '../providers/createPriceBook.ts'
import type { TokenNames } from '../providers/createTokenNames.ts'
import { native, type Price } from '../providers/source.ts'
import { tokenImageUrl } from '../tokens/tokenImageUrl.ts'
import { requireChain } from './requireChain.ts'
import { settle } from './settle.ts'

type TokenRef = { id: string; chain: ServerChain; key: string }

/**
 * Returns tokens' prices, in the requested order, each with the requested id: without it AppKit 1.8.0 takes a coin for
 * one dollar.
 */
export function pricesHandlers(deps: {
  chains: Chains
  prices: PriceBook
  tokenNames: TokenNames
}): Handlers<typeof pricesApi, CallContext> {
  const { chains, prices, tokenNames } = deps
  return {
    getPrice: async ({ addresses }, { signal, baseUrl }) => {
      if (addresses.length === 0) throw badParameter('addresses', 'Name at least one token.')
      const refs = addresses.map((id) => readToken(chains, id))
      const groups = [...Map.groupBy(refs, ({ chain }) => chain)]
      const answers = await settle(
        groups.map(async ([chain, tokens]) => {
          const keys = tokens.map(({ key }) => key)
          const known = await prices(chain, keys)
          const priced = keys.filter((key) => key !== native && known.has(key))
          const names = priced.length > 0 ? await tokenNames(chain, priced) : new Map()
          return { chain, known, names }
        }),
        signal,
      )
      const byChain = new Map(answers.map((answer) => [answer.chain, answer]))
      const fungibles = refs.flatMap(({ id, chain, key }): Fungible[] => {
        const answer = byChain.get(chain)
        const price = answer?.known.get(key)
        if (!price) return []
        if (key === native)
          return [{ address: id, ...describe(chain, { ...chain.nativeCurrency, isListed: true }, price, baseUrl) }]
        const token = answer?.names.get(key)
        return token ? [{ address: id, ...describe(chain, { ...token, address: key }, price, baseUrl) }] : []
      })
      return { fungibles }
    },
  }
}

function describe(
  chain: ServerChain,
  token: { name: string; symbol: string; decimals: number; isListed: boolean; address?: string },
  price: Price,
  baseUrl: string,
): Fungible {
  const { name, symbol, decimals, isListed } = token
  return {
    name,
    symbol,
    iconUrl: isListed ? tokenImageUrl(baseUrl, chain, token) : '',
    price: price.usd,
    decimals,
    source: price.source,
    pricedAt: new Date(price.at).toISOString(),
  }
}

function readToken(chains: Chains, id: string): TokenRef {
  const { namespace, reference, address } = parseCaipAddress(id)
  const chain = requireChain(chains, `${namespace}:${reference}`)
  if (isTokenId(chain.id, id, undefined)) return { id, chain, key: native }
  if (!isTokenAddress(chain, address)) throw badParameter('addresses', `${address} is not a token on ${chain.name}.`)
  return { id, chain, key: addressKey(chain.id, address) }
}
