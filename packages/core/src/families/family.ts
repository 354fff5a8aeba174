import type { Chain } from '../chains/chain.ts'
import type { Kit } from '../kit.ts'
import type { Connector, Search } from '../model/connector.ts'

/** The kit's code for a family. */
export type Family = {
  /** Encodes and decodes; loaded on demand. */
  chain: () => Promise<Chain>
  /** Discovers the page's wallets. */
  search: (kit: Kit, onConnector: (connector: Connector) => void) => Search
}

/** A family whose wallet discovery is loaded on demand. */
export type DeferredFamily = Pick<Family, 'chain'> & {
  search: (...input: Parameters<Family['search']>) => Search | Promise<Search>
}
