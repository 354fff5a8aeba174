import type { Namespace } from '@billfold/protocol/caip'
import type { Chain } from './chains/chain.ts'
import type { Connector, Search } from './connectors/connector.ts'
import { injectedWallets } from './connectors/injected/injectedWallets.ts'
import type { Kit } from './kit.ts'
import type { lateFamilies } from './lateFamilies.ts'

/** The kit's code for a family. */
export type Family = {
  /** Encodes and decodes; loaded on demand. */
  chain: () => Promise<Chain>
  /** Discovers the page's wallets. */
  search: (kit: Kit, onConnector: (connector: Connector) => void) => Search
}

/** A family whose wallet discovery is loaded on demand. */
export type LateFamily = Pick<Family, 'chain'> & {
  search: (...input: Parameters<Family['search']>) => Search | Promise<Search>
}

/** A family whose code is not on every page. */
function late(namespace: keyof typeof lateFamilies): Family {
  const row = async () => (await import('./lateFamilies.ts')).lateFamilies[namespace]
  return {
    chain: async () => (await row()).chain(),
    search(kit, onConnector) {
      let search: Search | undefined
      return {
        async ask() {
          try {
            const late = await row()
            if (kit.isDisposed) return
            search = await late.search(kit, onConnector)
            if (kit.isDisposed) search.stop()
            else search.ask()
          } catch (e) {
            kit.ports.log.error(namespace, e)
          }
        },
        stop: () => search?.stop(),
      }
    },
  }
}

/** The families: a namespace without a row does not compile. See `docs/adding-a-family.md`. */
export const families: Readonly<Record<Namespace, Family>> = {
  eip155: {
    chain: async () => (await import('./chains/eip155/eip155.ts')).eip155,
    search: ({ ports, options }, onConnector) => injectedWallets(ports, options, onConnector),
  },
  solana: late('solana'),
  polkadot: late('polkadot'),
  bip122: late('bip122'),
}
