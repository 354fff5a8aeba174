import type { Namespace } from '@billfold/protocol/caip'
import type { Chain } from './chains/chain.ts'
import type { Connector, Search } from './connectors/connector.ts'
import { injectedWallets } from './connectors/injected/injectedWallets.ts'
import { standardWallets } from './connectors/walletStandard/standardWallets.ts'
import type { Kit } from './kit.ts'

/** What the kit has of a family; what is absent it cannot do there. */
type Family = {
  /** Encodes and decodes, fetched when first needed. */
  chain?: () => Promise<Chain>
  /** Finds the wallets of a page. */
  search?: (kit: Kit, found: (connector: Connector) => void) => Search
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
  bip122: {},
}
