import type { Namespace } from '@billfold/protocol/caip'
import type { Chain } from './chains/chain.ts'
import type { Connector, Search } from './connectors/connector.ts'
import { injectedWallets } from './connectors/injected/injectedWallets.ts'
import { standardWallets } from './connectors/walletStandard/standardWallets.ts'
import type { Kit } from './kit.ts'

/** What the kit has of a family; what is absent it cannot do there. */
type Finder = (kit: Kit, found: (connector: Connector) => void) => Search
type Family = {
  /** Encodes and decodes, fetched when first needed. */
  chain?: () => Promise<Chain>
  /** Finds the wallets of a page. */
  search?: Finder
}

/** A search whose code comes when the page's wallets are asked. */
const late =
  (load: () => Promise<Finder>): Finder =>
  (kit, found) => {
    let search: Search | undefined
    let isOver = false
    const begin = (find: Finder) => {
      if (isOver) return
      search = find(kit, found)
      search.ask()
    }
    return {
      ask: () => void load().then(begin, (e) => kit.ports.log.error('Wallets could not be looked for', e)),
      stop() {
        isOver = true
        search?.stop()
      },
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
    search: ({ ports }, found) => standardWallets(ports, found),
  },
  polkadot: {},
  bip122: {
    chain: async () => (await import('./chains/bip122/bip122.ts')).bip122,
    search: late(async () => (await import('./connectors/bitcoin/bitcoinWallets.ts')).bitcoinWallets),
  },
}
