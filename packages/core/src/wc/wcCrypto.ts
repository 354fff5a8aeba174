import { loadOnce } from '../ports/loadOnce.ts'
import type { Page } from '../ports/page.ts'
import { platformCrypto } from './platformCrypto.ts'

/** Our half of a key agreement; it contains the private key. */
export type AgreementKey = {
  /** 64 hexadecimal digits. */
  publicKey: string
  /** The shared key: X25519, then HKDF-SHA256. Rejects public keys that would make it guessable. */
  deriveSymKey(peerPublicKey: string): Promise<string>
}
export type Signer = { publicKey: Uint8Array; sign(data: Uint8Array): Promise<Uint8Array> }

/** A client's rarely used cryptography, whose implementation may vary. */
export type WcCrypto = {
  keyPair(): Promise<AgreementKey>
  /** Ed25519 from a seed of 64 hexadecimal digits. */
  signer(seed: string): Promise<Signer>
  /** The topic of a symmetric key. */
  topicOf(symKey: string): Promise<string>
}

const loadNoble = loadOnce<WcCrypto>(async () => (await import('./nobleCrypto.ts')).nobleCrypto)

/** The browser's implementation; without the curves or a secure context, the library's, loaded on demand. */
export async function loadWcCrypto(page: Pick<Page, 'global'>): Promise<WcCrypto> {
  const { subtle } = (page.global('crypto') ?? {}) as Partial<Crypto>
  const own = subtle && (await platformCrypto(subtle))
  return own || loadNoble()
}
