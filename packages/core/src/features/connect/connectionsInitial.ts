import type { Connections } from './connections.ts'

/** No wallet yet; apart from its reducer, because every page carries it. */
export const connectionsInitial: Connections = {}
