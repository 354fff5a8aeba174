import type { Servers } from './shapes/options.ts'

let named: Servers = {}

/**
 * Names the operator's servers for every kit of the page that is made afterwards and does not name its own. Call it in a file that is imported
 * before the one that calls `createAppKit`.
 */
export function nameServers(servers: Servers): void {
  named = { ...servers }
}

export const namedServers = (): Servers => named
