import { createHash } from 'node:crypto'
import { encodeBase58 } from '@billfold/protocol/base58'
import type { Address } from '@solana/kit'
import { type Ed25519Key, ed25519Key, phraseKeys } from '../ed25519Key.ts'

/** A key of the local network: public, so never send real funds to it. */
export type DevKey = {
  address: Address
  /** In the form of Solana's wallets: seed and public key, in base58. */
  privateKey: string
  sign(message: Uint8Array): Uint8Array
}

/** The accounts of the published phrase, as Solana wallets derive them: m/44'/501'/index'/0'. */
export const deriveDevKeys = (count: number): DevKey[] =>
  phraseKeys(Array.from({ length: count }, (_, index) => [44, 501, index, 0])).map(keyOf)

/** A key by its name, the same at every start: mints, the faucet. */
export const namedKey = (name: string): DevKey =>
  keyOf(ed25519Key(createHash('sha256').update(`billfold devnet solana ${name}`).digest()))

const keyOf = ({ seed, publicKey, sign }: Ed25519Key): DevKey => ({
  address: encodeBase58(publicKey) as Address,
  privateKey: encodeBase58(Buffer.concat([seed, publicKey])),
  sign,
})
