import { bitcoinWallets } from './connectors/bitcoin/bitcoinWallets.ts'
import type { Connector, Search } from './connectors/connector.ts'
import { web3Wallets } from './connectors/injectedWeb3/web3Wallets.ts'
import { standardWallets } from './connectors/walletStandard/standardWallets.ts'
import type { Kit } from './kit.ts'

/** The searches that come when the page's wallets are asked: these wallets answer then, also those that were there before. */
export const lateSearches = {
  solana: ({ ports }, found) => standardWallets(ports, found),
  polkadot: ({ ports }, found) => web3Wallets(ports, found),
  bip122: bitcoinWallets,
} satisfies Record<string, (kit: Kit, found: (connector: Connector) => void) => Search>
