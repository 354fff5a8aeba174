import type { Namespace } from '@billfold/protocol/caip'
import { injectedWallets } from '../connectors/injected/injectedWallets.ts'
import type { Search } from '../model/connector.ts'
import type { deferredFamilies } from './deferredFamilies.ts'
import type { Family } from './family.ts'

/** A family whose code is not on every page. */
function late(namespace: keyof typeof deferredFamilies): Family {
  const row = async () => (await import('./deferredFamilies.ts')).deferredFamilies[namespace]
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
    chain: async () => (await import('../chains/eip155/eip155.ts')).eip155,
    search: ({ ports, options }, onConnector) => injectedWallets(ports, options, onConnector),
  },
  solana: late('solana'),
  polkadot: late('polkadot'),
  bip122: late('bip122'),
}
