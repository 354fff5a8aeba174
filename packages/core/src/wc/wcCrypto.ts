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
