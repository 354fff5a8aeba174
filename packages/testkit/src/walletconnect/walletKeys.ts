import { familyOf } from '@billfold/protocol/wc/namespaces'
import type { LocalAccount } from 'viem/accounts'
import type { BitcoinKey } from '../bitcoin/bitcoinKey.ts'
import { type Accounts, createKeyring, publishedMnemonic } from '../keyring.ts'
import { providerError } from '../providerError.ts'
import type { SolanaKey } from '../solana/ed25519.ts'
import { createSolanaKeys } from '../solana/solanaKeys.ts'
import type { PolkadotKey } from './polkadotKey.ts'

/** The wallet's keys of all four families, each derived when it is first needed. */
export type WalletKeys = {
  eip155(): Promise<LocalAccount>
  solana(): Promise<SolanaKey>
  bip122(chain: string): Promise<BitcoinKey>
  polkadot(chain: string): Promise<PolkadotKey>
  /** The account's address on a chain of any family. */
  addressOn(chain: string): Promise<string>
}

const isFamily = (name: string): name is keyof Omit<WalletKeys, 'addressOn'> =>
  ['eip155', 'solana', 'bip122', 'polkadot'].includes(name)

type Source = { accounts?: Accounts | undefined; mnemonic?: string | undefined; index?: number | undefined }

/** Real keys of one account number, from a mnemonic; EVM keys may be given one by one. */
export function createWalletKeys({ accounts, mnemonic = publishedMnemonic, index = 0 }: Source): WalletKeys {
  const evm = createKeyring(accounts ?? { mnemonic })
  const solana = createSolanaKeys({ mnemonic })
  const keys: WalletKeys = {
    eip155: () => evm.account(index),
    solana: () => solana.key(index),
    bip122: async (chain) => (await import('../bitcoin/bitcoinKey.ts')).bitcoinKey(mnemonic, chain, index),
    polkadot: async (chain) => (await import('./polkadotKey.ts')).polkadotKey(mnemonic, chain, index),
    async addressOn(chain) {
      const family = familyOf(chain)
      if (!isFamily(family)) throw providerError('chain_unknown', `The wallet has no keys for ${family}`)
      return (await keys[family](chain)).address
    },
  }
  return keys
}
