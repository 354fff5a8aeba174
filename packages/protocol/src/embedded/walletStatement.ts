import { p256 } from '@noble/curves/nist.js'
import { hkdf } from '@noble/hashes/hkdf.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { keyPairFrom } from './hpke.ts'
import type { RecoveryPolicy } from './recoveryPolicy.ts'

type Statement = { walletId: string; identity: string; policy: RecoveryPolicy; ticket: string }
export type StatementKeys = ReturnType<typeof keyPairFrom>

const text = (value: string) => new TextEncoder().encode(value)

/** The pair that speaks for a wallet to the guardian: drawn from its entropy, so neither the API nor an address gives it away. */
export function statementKeysOf(entropy: Uint8Array): StatementKeys {
  const seed = hkdf(sha256, entropy, undefined, text('guardian-statements-v1'), 32)
  try {
    return keyPairFrom(seed)
  } finally {
    seed.fill(0)
  }
}

/** A wallet's ID (UUID version 8): a hash of its public key, so no one else's key can claim it. */
export function walletIdOf(publicKey: Uint8Array): string {
  const bytes = sha256(new Uint8Array([...text('wallet-id-v1'), ...publicKey])).slice(0, 16)
  bytes[6] = (bytes[6]! & 0x0f) | 0x80
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

export const signStatement = (secretKey: Uint8Array, statement: Statement): Uint8Array =>
  p256.sign(bytesOf(statement), secretKey)

export function isStatementSigned(publicKey: Uint8Array, statement: Statement, signature: Uint8Array): boolean {
  try {
    return p256.verify(signature, bytesOf(statement), publicKey)
  } catch {
    // Not a point, or not a signature.
    return false
  }
}

/** The ticket is part of what is signed: a statement is worth nothing with another one, or after it expired. */
const bytesOf = ({ walletId, identity, policy, ticket }: Statement): Uint8Array =>
  text(JSON.stringify(['guardian-wallet-v1', walletId, identity, policy, ticket]))
