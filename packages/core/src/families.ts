import type { Namespace } from '@billfold/protocol/caip'
import type { Chain } from './chains/chain.ts'
import type { Connector, Search } from './connectors/connector.ts'
import { injectedWallets } from './connectors/injected/injectedWallets.ts'
import type { Kit } from './kit.ts'
import type { lateSearches } from './lateSearches.ts'

type Finder = (kit: Kit, found: (connector: Connector) => void) => Search
/** What the kit has of a family; what is absent it cannot do there. */
type Family = {
  /** Encodes and decodes, fetched when first needed. */
  chain?: () => Promise<Chain>
  /** Finds the wallets of a page. */
  search?: Finder
}

/** A search whose code comes when the page's wallets are asked. */
const late =
  (namespace: keyof typeof lateSearches): Finder =>
  (kit, found) => {
    let search: Search | undefined
    return {
      async ask() {
        try {
          const { lateSearches } = await import('./lateSearches.ts')
          if (kit.isDisposed) return
          search = lateSearches[namespace](kit, found)
          search.ask()
        } catch (e) {
          kit.ports.log.error(namespace, e)
        }
      },
      stop: () => search?.stop(),
    }
  }

/** The families, one row each: a namespace without one does not compile. `docs/adding-a-family.md` says what goes with it. */
export const families: Readonly<Record<Namespace, Family>> = {
  eip155: {
    chain: async () => (await import('./chains/eip155/eip155.ts')).eip155,
    search: ({ ports, options }, found) => injectedWallets(ports, options, found),
  },
  solana: {
    chain: async () => (await import('./chains/solana/solana.ts')).solana,
    search: late('solana'),
  },
  polkadot: {
    chain: async () => (await import('./chains/polkadot/polkadot.ts')).polkadot,
    search: late('polkadot'),
  },
  bip122: {
    chain: async () => (await import('./chains/bip122/bip122.ts')).bip122,
    search: late('bip122'),
  },
}
