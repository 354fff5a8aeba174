import { joinBytes } from '@billfold/protocol/wc/joinBytes'
import { blake2b } from '@noble/hashes/blake2.js'
import { encodeBase58 } from '../base58.ts'
import { deriveSeed, mnemonicSeed } from '../solana/deriveSeed.ts'
import { type SolanaKey, solanaKey } from '../solana/ed25519.ts'

/** A Polkadot account of the ed25519 kind. */
export type PolkadotKey = Pick<SolanaKey, 'publicKey' | 'sign'> & { address: string }

const prefixes: Readonly<Record<string, number>> = {
  'polkadot:91b171bb158e2d3848fa23a9f1c25182': 0,
  'polkadot:b0a8d493285c2df73290dfb7e61f870f': 2,
}

/** The account number `index` of a mnemonic on a Polkadot chain (SLIP-10); chains nobody knows get the general prefix. */
export async function polkadotKey(mnemonic: string, chain: string, index: number): Promise<PolkadotKey> {
  const { publicKey, sign } = await solanaKey(await deriveSeed(await mnemonicSeed(mnemonic), [44, 354, index, 0, 0]))
  return { publicKey, sign, address: ss58Address(publicKey, prefixes[chain] ?? 42) }
}

/** A public key as SS58 writes it: the network's number, the key, and two bytes that catch typing errors. */
export function ss58Address(publicKey: Uint8Array, prefix: number): string {
  const body = joinBytes(Uint8Array.of(prefix), publicKey)
  const check = blake2b(joinBytes(new TextEncoder().encode('SS58PRE'), body), { dkLen: 64 })
  return encodeBase58(joinBytes(body, check.subarray(0, 2)))
}
