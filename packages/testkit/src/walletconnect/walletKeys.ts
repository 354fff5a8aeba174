import { isNamespace, type Namespace } from '@billfold/protocol/caip'
import { familyOf } from '@billfold/protocol/wc/namespaces'
import type { LocalAccount } from 'viem/accounts'
import type { BitcoinKey } from '../bitcoin/bitcoinKey.ts'
import { type Accounts, createKeyring, publishedMnemonic } from '../keyring.ts'
import type { PolkadotKey } from '../polkadot/polkadotKey.ts'
import { providerError } from '../providerError.ts'
import type { SolanaKey } from '../solana/ed25519.ts'
import { createSolanaKeys } from '../solana/solanaKeys.ts'

/** A key of every family: a namespace without one does not compile. */
type OfEvery<Keys extends Record<Namespace, (chain: string) => Promise<{ address: string }>>> = Keys

/** The wallet's keys of all families, each derived when it is first needed. */
export type WalletKeys = OfEvery<{
  eip155(): Promise<LocalAccount>
  solana(): Promise<SolanaKey>
  bip122(chain: string): Promise<BitcoinKey>
  polkadot(chain: string): Promise<PolkadotKey>
}> & {
  /** The account's address on a chain of any family. */
  addressOn(chain: string): Promise<string>
}

type Source = { accounts?: Accounts | undefined; mnemonic?: string | undefined; index?: number | undefined }

/** Real keys of one account number, from a mnemonic; EVM keys may be given one by one. */
export function createWalletKeys({ accounts, mnemonic = publishedMnemonic, index = 0 }: Source): WalletKeys {
  const evm = createKeyring(accounts ?? { mnemonic })
  const solana = createSolanaKeys({ mnemonic })
  const keys: WalletKeys = {
    eip155: () => evm.account(index),
    solana: () => solana.key(index),
    bip122: async (chain) => (await import('../bitcoin/bitcoinKey.ts')).bitcoinKey(mnemonic, chain, index),
    polkadot: async (chain) => (await import('../polkadot/polkadotKey.ts')).polkadotKey(mnemonic, chain, index),
    async addressOn(chain) {
      const family = familyOf(chain)
      if (!isNamespace(family)) throw providerError('chain_unknown', `The wallet has no keys for ${family}`)
      return (await keys[family](chain)).address
    },
  }
  return keys
}
