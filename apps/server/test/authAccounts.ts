import { encodeBase58 } from '@billfold/protocol/base58'
import { hexOf } from '@billfold/protocol/bytes'
import type { CaipNetworkId } from '@billfold/protocol/caip'
import { writePolkadotAddress } from '@billfold/protocol/polkadot/ss58'
import { bitcoinKey } from '@billfold/testkit/bitcoin/bitcoinKey'
import { ordinalKey } from '@billfold/testkit/bitcoin/ordinalKey'
import { polkadotKey } from '@billfold/testkit/polkadot/polkadotKey'
import { solanaKey } from '@billfold/testkit/solana/ed25519'
import { getPublicKey, secretFromSeed, sign as signSr25519 } from '@scure/sr25519'
import { english, generateMnemonic, generatePrivateKey, privateKeyToAccount } from 'viem/accounts'

/** Someone who can sign in. */
export type Signer = { chainId: CaipNetworkId; address: string; sign(message: string): Promise<string> }

export const solanaChain = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
export const bitcoinChain = 'bip122:000000000019d6689c085ae165831e93'
export const polkadotChain = 'polkadot:91b171bb158e2d3848fa23a9f1c25182'

const bytesOf = (text: string) => new TextEncoder().encode(text)
const newSeed = () => crypto.getRandomValues(new Uint8Array(32))

/** A key's own account on an EVM chain. */
export function evmSigner(chainId: CaipNetworkId): Signer {
  const account = privateKeyToAccount(generatePrivateKey())
  return { chainId, address: account.address, sign: (message) => account.signMessage({ message }) }
}

/** A new account of every kind of key that signs without asking a chain. */
export async function keySigners(evmChain: CaipNetworkId): Promise<Record<string, Signer>> {
  const mnemonic = generateMnemonic(english)
  const solana = await solanaKey(newSeed())
  const [older, newer] = [bitcoinKey(mnemonic, bitcoinChain, 0), ordinalKey(mnemonic, bitcoinChain, 0)]
  const polkadot = await polkadotKey(mnemonic, polkadotChain, 0)
  const secret = secretFromSeed(newSeed())
  const wrapped = (message: string) => bytesOf(`<Bytes>${message}</Bytes>`)
  return {
    'EVM key (EIP-191)': evmSigner(evmChain),
    'Solana (ed25519)': {
      chainId: solanaChain,
      address: encodeBase58(solana.publicKey),
      sign: async (message) => encodeBase58(await solana.sign(bytesOf(message))),
    },
    'Bitcoin (BIP-137)': {
      chainId: bitcoinChain,
      address: older.address,
      sign: (message) => older.signMessage(message),
    },
    'Bitcoin (BIP-322)': {
      chainId: bitcoinChain,
      address: newer.address,
      sign: (message) => newer.signMessage(message),
    },
    'Polkadot (ed25519)': {
      chainId: polkadotChain,
      address: polkadot.address,
      sign: async (message) => `0x${hexOf(await polkadot.sign(wrapped(message)))}`,
    },
    'Polkadot (sr25519)': {
      chainId: polkadotChain,
      address: writePolkadotAddress({ prefix: 0, publicKey: getPublicKey(secret) }),
      sign: async (message) => `0x${hexOf(signSr25519(secret, wrapped(message)))}`,
    },
  }
}
