import type { Connections } from '../../model/connections.ts'

/** No wallets; separate from its reducer, because every page loads it. */
export const connectionsInitial: Connections = {}
