import type { ServerChain } from '../../chains/serverChain.ts'

/** Whether companies that know Solana know this chain: a test network's tokens are not theirs to describe. */
export const isSolanaMainnet = ({ id, isLocal }: Pick<ServerChain, 'id' | 'isLocal'>): boolean =>
  !isLocal && id === 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
