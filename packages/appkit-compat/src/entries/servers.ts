export { nameServers } from '../nameServers.ts'
export type { Servers } from '../shapes/options.ts'
