import { addressKey } from '@billfold/protocol/sameAddress'
import { knownMints, solanaMainnet } from '@billfold/protocol/solana/knownMints'
import type { FrameNetwork } from '../page/frameNetwork.ts'
import { lookalikeShape } from './lookalikeShape.ts'

export type PinnedToken = { symbol: string; decimals: number }

/** The tokens of a network that the page itself vouches for. */
export type PinnedTokens = {
  find(address: string): PinnedToken | undefined
  /** The pinned symbol, or the coin's, that another token's symbol reads like. */
  poseOf(symbol: string): string | undefined
  /** Whether a token is the network's wrapped coin. */
  isWrapped(address: string): boolean
}

/** The kit's own list, as it was when the page was built: a file of its own, fetched with the first approval. */
export async function pinnedTokens({ id, coin }: Pick<FrameNetwork, 'id' | 'coin'>): Promise<PinnedTokens> {
  const isEvm = id.startsWith('eip155:')
  const { publicTokens } = await import('@billfold/protocol/eip155/publicTokens')
  const listed = isEvm ? (publicTokens[id.slice('eip155:'.length)] ?? []) : id === solanaMainnet ? knownMints : []
  const key = (address: string) => addressKey(id, address)
  const tokens = new Map(listed.map(({ address, symbol, decimals }) => [key(address), { symbol, decimals }]))
  const shapes = new Map([coin, ...listed].map(({ symbol }) => [lookalikeShape(symbol), symbol]))
  return {
    find: (address) => tokens.get(key(address)),
    poseOf: (symbol) => shapes.get(lookalikeShape(symbol)) || undefined,
    isWrapped: (address) => coin.symbol !== '' && tokens.get(key(address))?.symbol === `W${coin.symbol}`,
  }
}
