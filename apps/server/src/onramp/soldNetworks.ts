import type { OnrampAsset } from '@billfold/protocol/api/onramp'
import type { CaipNetworkId } from '@billfold/protocol/caip'
import { publicTokens } from '@billfold/protocol/eip155/publicTokens'
import { sameAddress } from '@billfold/protocol/sameAddress'
import { knownMints, solanaMainnet } from '@billfold/protocol/solana/knownMints'

type Coin = Pick<OnrampAsset, 'name' | 'symbol' | 'decimals'>
/** A network that is sold on; `name` is what Coinbase and AppKit's clients call it. */
type SoldNetwork = { chainId: CaipNetworkId; name: string; coin: Coin }

const ether: Coin = { name: 'Ether', symbol: 'ETH', decimals: 18 }

/** The public networks that hosted providers sell on, as far as we know how each of them writes them. */
const soldNetworks: readonly SoldNetwork[] = [
  { chainId: 'eip155:1', name: 'ethereum', coin: ether },
  { chainId: 'eip155:10', name: 'optimism', coin: ether },
  { chainId: 'eip155:137', name: 'polygon', coin: { name: 'POL', symbol: 'POL', decimals: 18 } },
  { chainId: 'eip155:8453', name: 'base', coin: ether },
  { chainId: 'eip155:42161', name: 'arbitrum', coin: ether },
  { chainId: 'eip155:43114', name: 'avalanche-c-chain', coin: { name: 'Avalanche', symbol: 'AVAX', decimals: 18 } },
  { chainId: 'eip155:42220', name: 'celo', coin: { name: 'Celo', symbol: 'CELO', decimals: 18 } },
  { chainId: 'eip155:80094', name: 'berachain', coin: { name: 'Berachain', symbol: 'BERA', decimals: 18 } },
  { chainId: solanaMainnet, name: 'solana', coin: { name: 'Solana', symbol: 'SOL', decimals: 9 } },
  {
    chainId: 'bip122:000000000019d6689c085ae165831e93',
    name: 'bitcoin',
    coin: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
  },
]

export const networkNamed = (name: string): SoldNetwork | undefined => soldNetworks.find((each) => each.name === name)
export const networkOf = (chainId: string): SoldNetwork | undefined =>
  soldNetworks.find((each) => each.chainId === chainId)

/** An asset of which we know the decimals: a network's coin, or a token that is on our list. */
export function soldAsset({ chainId, coin }: SoldNetwork, address: string | null): OnrampAsset | undefined {
  if (address === null) return { chainId, address: null, ...coin }
  const listed = chainId === solanaMainnet ? knownMints : (publicTokens[Number(chainId.split(':')[1])] ?? [])
  const token = listed.find((each) => sameAddress(chainId, each.address, address))
  if (!token) return undefined
  const { name, symbol, decimals } = token
  return { chainId, address: token.address, name, symbol, decimals }
}
