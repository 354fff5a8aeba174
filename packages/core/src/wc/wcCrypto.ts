import { loadOnce } from '../ports/loadOnce.ts'
import type { Page } from '../ports/page.ts'
import { platformCrypto } from './platformCrypto.ts'

/** Our half of a key agreement; the private key stays in it. */
export type AgreementKey = {
  /** 64 hexadecimal digits. */
  publicKey: string
  /** The key both sides come to: X25519, then HKDF-SHA256. Refuses public keys that would make it guessable. */
  deriveSymKey(peerPublicKey: string): Promise<string>
}
export type Signer = { publicKey: Uint8Array; sign(data: Uint8Array): Promise<Uint8Array> }

/** What a client computes beside sealing: all of it rare, so that it may come from elsewhere. */
export type WcCrypto = {
  keyPair(): Promise<AgreementKey>
  /** Ed25519 from a seed of 64 hexadecimal digits. */
  signer(seed: string): Promise<Signer>
  /** The topic on which messages under a key travel. */
  topicOf(symKey: string): Promise<string>
}

const loadNoble = loadOnce<WcCrypto>(async () => (await import('./nobleCrypto.ts')).nobleCrypto)

/** The browser's own; where it lacks a curve, or the page is not secure, the library's, fetched then. */
export async function loadWcCrypto(page: Pick<Page, 'global'>): Promise<WcCrypto> {
  const { subtle } = (page.global('crypto') ?? {}) as Partial<Crypto>
  const own = subtle && (await platformCrypto(subtle))
  return own || loadNoble()
}
