import type { Connections } from './connections.ts'

/** No wallets; separate from its reducer, because every page loads it. */
export const connectionsInitial: Connections = {}
