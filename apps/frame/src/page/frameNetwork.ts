import type { CaipNetworkId } from '@billfold/protocol/caip'
import { KitError } from '@billfold/protocol/error'

export type Coin = { symbol: string; decimals: number }
export type FrameNetwork = { id: CaipNetworkId; namespace: 'eip155' | 'solana'; name: string; coin: Coin }

const ether: Coin = { symbol: 'ETH', decimals: 18 }
const other = (symbol: string): Coin => ({ symbol, decimals: 18 })

/** EVM networks by chain ID. Any other is shown by its ID, and its coin without a name. */
const evmNames: Readonly<Record<string, [name: string, coin: Coin]>> = {
  1: ['Ethereum', ether],
  10: ['OP Mainnet', ether],
  56: ['BNB Smart Chain', other('BNB')],
  97: ['BNB Smart Chain Testnet', other('tBNB')],
  100: ['Gnosis', other('XDAI')],
  137: ['Polygon', other('POL')],
  280: ['ZKsync Era Testnet', ether],
  324: ['ZKsync Era', ether],
  420: ['Optimism Goerli', ether],
  999: ['Zora Goerli', ether],
  5: ['Goerli', ether],
  8453: ['Base', ether],
  31337: ['Billfold Local 1', ether],
  31338: ['Billfold Local 2', ether],
  42161: ['Arbitrum One', ether],
  42220: ['Celo', other('CELO')],
  43113: ['Avalanche Fuji', other('AVAX')],
  43114: ['Avalanche', other('AVAX')],
  80001: ['Polygon Mumbai', other('MATIC')],
  84531: ['Base Goerli', ether],
  84532: ['Base Sepolia', ether],
  421613: ['Arbitrum Goerli', ether],
  7777777: ['Zora', ether],
  11155111: ['Sepolia', ether],
  1313161554: ['Aurora', ether],
  1313161555: ['Aurora Testnet', ether],
}

const solanaNames: Readonly<Record<string, string>> = {
  '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 'Solana',
  '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z': 'Solana Testnet',
  EtWTRABZaYq6iMfeYKouRu166VU2xqa1: 'Solana Devnet',
}

/** Whether a name is one of ours, which no other network may use. */
export const isOwnName = (name: string): boolean =>
  [...Object.values(evmNames).map(([own]) => own), ...Object.values(solanaNames)].some(
    (own) => own.localeCompare(name.trim(), 'en', { sensitivity: 'base' }) === 0,
  )

/** The network that a page means: a number, `1`, `0x1`, `eip155:1` or `solana:…`. */
export function frameNetwork(chainId: string | number): FrameNetwork {
  const text = String(chainId)
  const [, number] = /^(?:eip155:)?(\d{1,15}|0x[0-9a-f]{1,12})$/i.exec(text) ?? []
  if (number !== undefined && Number(number) > 0) {
    const reference = String(Number(number))
    const [name, coin] = evmNames[reference] ?? [`eip155:${reference}`, other('')]
    return { id: `eip155:${reference}`, namespace: 'eip155', name, coin }
  }
  const [, reference] = /^solana:([-\w]{1,32})$/.exec(text) ?? []
  if (reference === undefined) throw new KitError('chain_unknown')
  return {
    ...{ id: `solana:${reference}`, namespace: 'solana', coin: { symbol: 'SOL', decimals: 9 } },
    name: solanaNames[reference] ?? `solana:${reference}`,
  }
}

/** A network's ID for pages: a number for EVM, otherwise CAIP-2. */
export const chainIdOf = ({ id, namespace }: FrameNetwork): string | number =>
  namespace === 'eip155' ? Number(id.slice('eip155:'.length)) : id
