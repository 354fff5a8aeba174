import { joinBytes } from '@billfold/protocol/bytes'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { hashTypedData } from '../evm/hashTypedData.ts'
import { type Hex, writeSignature } from '../evm/signHash.ts'
import { encodeCreation } from './encodeCalls.ts'
import type { Sign } from './signAuthorization.ts'
import { type Ask, creationOf, hexText, isDeployed, type SmartAccount } from './smartAccountOf.ts'

/**
 * Signs a hash as the account, so that it verifies anywhere (ERC-1271): with the account on chain or, wrapped in what creates it
 * (ERC-6492), before that. A key's own address (7702) signs as ever; its signature holds with code and without.
 */
export async function signAsAccount(account: SmartAccount, hash: Uint8Array, sign: Sign, node: Ask): Promise<Hex> {
  const isThere = await isDeployed(account, node)
  if (account.kind === '7702') return writeSignature(await sign(hash))
  const signature = writeSignature(await sign(accountMessageHash(account, hash)))
  if (isThere) return signature
  const { factory, factoryData } = creationOf(account)
  return `0x${encodeCreation(factory, factoryData, signature)}${'6492'.repeat(16)}`
}

/** Hashes a message (EIP-191). */
export function hashMessage(message: Uint8Array): Uint8Array {
  const prefix = new TextEncoder().encode(`\x19Ethereum Signed Message:\n${message.length}`)
  return keccak_256(joinBytes(prefix, message))
}

/** The hash that the key signs for its account's message. It includes account and chain, so a signature is valid for no other. */
export const accountMessageHash = (
  { chainId, address }: Pick<SmartAccount, 'chainId' | 'address'>,
  hash: Uint8Array,
): Uint8Array =>
  hashTypedData({
    domain: { name: 'Billfold Account', version: '1', chainId, verifyingContract: address },
    types: { AccountMessage: [{ name: 'hash', type: 'bytes32' }] },
    primaryType: 'AccountMessage',
    message: { hash: hexText(hash) },
  })
