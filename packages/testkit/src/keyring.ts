import type { Hex } from 'viem'
import type { HDKey, LocalAccount } from 'viem/accounts'
import { mnemonicSeed } from './mnemonicSeed.ts'
import { providerError } from './providerError.ts'

/** The mnemonic every local chain funds: published, and worthless anywhere else. */
export const publishedMnemonic = 'test test test test test test test test test test test junk'

/** Private keys, or a mnemonic with how many of its accounts to use. */
export type Accounts =
  | readonly Hex[]
  | {
      /** The BIP-39 words that the keys are derived from. */
      mnemonic: string
      /** How many accounts the wallet has; 10 by default. */
      count?: number
    }

export type Keyring = { size: number; account(index: number): Promise<LocalAccount> }

/** Holds the wallet's EVM keys; derives each account the first time it is needed. */
export function createKeyring(accounts: Accounts): Keyring {
  const made = new Map<number, Promise<LocalAccount>>()
  const size = 'mnemonic' in accounts ? (accounts.count ?? 10) : accounts.length
  if (size < 1) throw providerError('invalid_input', 'A wallet needs at least one account')

  let root: Promise<HDKey> | undefined

  async function derive(index: number): Promise<LocalAccount> {
    const viem = await import('viem/accounts')
    if (!('mnemonic' in accounts)) return viem.privateKeyToAccount(accounts[index]!)
    const place = { addressIndex: index }
    if (!globalThis.crypto?.subtle) return viem.mnemonicToAccount(accounts.mnemonic, place)
    root ??= mnemonicSeed(accounts.mnemonic).then((seed) => viem.HDKey.fromMasterSeed(seed))
    return viem.hdKeyToAccount(await root, place)
  }

  return {
    size,
    async account(index) {
      if (!Number.isInteger(index) || index < 0 || index >= size)
        throw providerError('invalid_input', `The wallet has accounts 0 to ${size - 1}, not ${index}`)
      const account = made.get(index) ?? derive(index)
      made.set(index, account)
      return account
    },
  }
}
