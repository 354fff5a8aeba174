import { addressKey } from '@billfold/protocol/sameAddress'
import { native, type PriceSource } from '../source.ts'
import { parsePrice, usdToNumber } from './usd.ts'

/** Prices of the local network's chains that have no exchange: those its manifest states, and none for anything else. */
export const createStatedPrices = ({ now = Date.now } = {}): PriceSource => ({
  id: 'devnet',
  supports: ({ isLocal, statedPrices }) => isLocal && statedPrices !== undefined,
  async prices({ chain, tokens }) {
    const keyOf = (token: string) => (token === native ? native : addressKey(chain.id, token))
    const stated = new Map(Object.entries(chain.statedPrices ?? {}).map(([token, usd]) => [keyOf(token), usd]))
    return new Map(
      tokens.flatMap((token) => {
        const price = parsePrice(stated.get(keyOf(token)))
        return price === undefined ? [] : [[token, { usd: usdToNumber(price), at: now() }] as const]
      }),
    )
  },
})
