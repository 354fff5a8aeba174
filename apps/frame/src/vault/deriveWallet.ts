import { encodeBase58 } from '@billfold/protocol/base58'
import { ed25519 } from '@noble/curves/ed25519.js'
import { hmac } from '@noble/hashes/hmac.js'
import { sha512 } from '@noble/hashes/sha2.js'
import { HDKey } from '@scure/bip32'
import { entropyToMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { evmAddressOf } from '../evm/evmAddressOf.ts'

/** A wallet's signing keys. The caller wipes them. */
export type WalletKeys = {
  evm: { secretKey: Uint8Array; address: string }
  solana: { secretKey: Uint8Array; address: string }
}

/** Twelve words for sixteen bytes (BIP-39): what a person writes down, and what every other wallet reads. */
export const wordsOf = (entropy: Uint8Array): string => entropyToMnemonic(entropy, wordlist)

/** The keys of a wallet, where every other wallet that is given its words looks for them: the first account of each family. */
export async function deriveWallet(entropy: Uint8Array): Promise<WalletKeys> {
  const seed = await seedOf(wordsOf(entropy))
  const root = HDKey.fromMasterSeed(seed)
  const account = root.derive("m/44'/60'/0'/0/0")
  const evm = account.privateKey!.slice()
  const solana = deriveEd25519(seed, [44, 501, 0, 0])
  account.wipePrivateData()
  root.wipePrivateData()
  seed.fill(0)
  return {
    evm: { secretKey: evm, address: evmAddressOf(evm) },
    solana: { secretKey: solana, address: encodeBase58(ed25519.getPublicKey(solana)) },
  }
}

/** Derives the seed of words (BIP-39, without a passphrase). The browser's own PBKDF2 is fifty times faster than ours. */
async function seedOf(words: string): Promise<Uint8Array> {
  const text = (value: string) => new TextEncoder().encode(value)
  const key = await crypto.subtle.importKey('raw', text(words), 'PBKDF2', false, ['deriveBits'])
  const how = { name: 'PBKDF2', hash: 'SHA-512', salt: text('mnemonic'), iterations: 2048 }
  return new Uint8Array(await crypto.subtle.deriveBits(how, key, 512))
}

/** Zeroes the secret keys. */
export function wipeKeys({ evm, solana }: WalletKeys): void {
  evm.secretKey.fill(0)
  solana.secretKey.fill(0)
}

/** An Ed25519 key under a seed (SLIP-0010). Every step is a hardened one: this curve has no others. */
export function deriveEd25519(seed: Uint8Array, path: readonly number[]): Uint8Array {
  let node = hmac(sha512, new TextEncoder().encode('ed25519 seed'), seed)
  for (const index of path) {
    const data = new Uint8Array(37)
    data.set(node.subarray(0, 32), 1)
    new DataView(data.buffer).setUint32(33, index + 2 ** 31)
    const next = hmac(sha512, node.subarray(32), data)
    node.fill(0)
    data.fill(0)
    node = next
  }
  const key = node.slice(0, 32)
  node.fill(0)
  return key
}
