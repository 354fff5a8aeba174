import { bitcoinWallets } from '../connectors/bitcoin/bitcoinWallets.ts'
import { standardWallets } from '../connectors/walletStandard/standardWallets.ts'
import type { DeferredFamily } from './family.ts'

/** Families that load with the wallet discovery, which also finds wallets announced earlier. */
export const deferredFamilies = {
  solana: {
    chain: async () => (await import('../chains/solana/solana.ts')).solana,
    search: ({ ports }, onConnector) => standardWallets(ports, onConnector),
  },
  polkadot: {
    chain: async () => (await import('../chains/polkadot/polkadot.ts')).polkadot,
    search: async (kit, onConnector) => (await import('./discoverPolkadot.ts')).discoverPolkadot(kit, onConnector),
  },
  bip122: {
    chain: async () => (await import('../chains/bip122/bip122.ts')).bip122,
    search: bitcoinWallets,
  },
} satisfies Record<string, DeferredFamily>
