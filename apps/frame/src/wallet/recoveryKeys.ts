import type { RecoveryKey, ShareSet } from '@billfold/protocol/embedded/embeddedApi'
import { keyPairFrom } from '@billfold/protocol/embedded/hpke'
import { encodeBase64Url } from '@billfold/protocol/wc/base64'
import { hkdf } from '@noble/hashes/hkdf.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { secretOfCode } from '../vault/recoveryCode.ts'
import { isProven, withProof } from './recoveryProof.ts'
import type { PasskeySecret } from './wallet.ts'

type Sets = readonly { generation: number; recoveries: ShareSet['recoveries'] }[]

/** The public keys of every code that the wallet itself once took. */
export const provenCodes = (entropy: Uint8Array, sets: Sets): string[] =>
  sets
    .flatMap(({ recoveries }) => recoveries.map(({ key }) => key))
    .filter((key) => key.kind === 'code' && isProven(entropy, key))
    .map(({ publicKey }) => publicKey)

/** Every key that the wallet itself once took, each once; of codes the newest, since a person throws the old paper away. */
export function provenKeys(entropy: Uint8Array, sets: Sets, removed: readonly string[]): RecoveryKey[] {
  const newestFirst = [...sets].sort((one, two) => two.generation - one.generation)
  const listed = newestFirst.flatMap(({ recoveries }) => recoveries.map(({ key }) => key))
  const keys = new Map<string, RecoveryKey>()
  for (const key of listed) {
    // A key of a single device is used once.
    if (key.kind === 'guardian' || key.kind === 'device' || removed.includes(key.publicKey)) continue
    if (!isProven(entropy, key)) continue
    const name = key.kind === 'code' ? 'code' : key.publicKey
    if (!keys.has(name)) keys.set(name, key)
  }
  return [...keys.values()]
}

/** A wallet that is whole just now, and its address. */
type Whole = { entropy: Uint8Array; evmAddress: string }

/** A recovery code as a key that the wallet takes. */
export const codeKey = ({ entropy, evmAddress }: Whole, code: string): RecoveryKey =>
  withProof(entropy, { kind: 'code', publicKey: publicOf(pairFor(evmAddress, secretOfCode(code))) })

/** A passkey as a key that the wallet takes. */
export const passkeyKey = (
  { entropy, evmAddress }: Whole,
  { credentialId, prf }: PasskeySecret,
  label: string,
): RecoveryKey =>
  withProof(entropy, { kind: 'passkey', publicKey: publicOf(pairFor(evmAddress, prf)), credentialId, label })

type Pair = ReturnType<typeof keyPairFrom>

/**
 * The pair that a code's or a passkey's secret stands for in one wallet. The API has the public half and could encrypt shares of its own making to
 * it; for the address of another wallet the pair is another one, so those never open.
 */
export function pairFor(evmAddress: string, secret: Uint8Array): Pair {
  const seed = hkdf(sha256, secret, undefined, new TextEncoder().encode(`recovery-pair-v2:${evmAddress}`), 32)
  try {
    return keyPairFrom(seed)
  } finally {
    seed.fill(0)
  }
}

function publicOf({ secretKey, publicKey }: Pair): string {
  secretKey.fill(0)
  return encodeBase64Url(publicKey)
}
