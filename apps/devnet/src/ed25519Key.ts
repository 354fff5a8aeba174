import { createHmac, createPrivateKey, createPublicKey, pbkdf2Sync, sign } from 'node:crypto'

/** A key of the local network: public, so never send real funds to it. */
export type Ed25519Key = { seed: Uint8Array; publicKey: Uint8Array; sign(message: Uint8Array): Uint8Array }

/** The bytes before a seed in a PKCS 8 private key. */
const pkcs8Head = Buffer.from('302e020100300506032b657004220420', 'hex')

/** The phrase of the EVM chains: one wallet has funds on all of them. */
const mnemonic = 'test test test test test test test test test test test junk'

/** The key of 32 bytes. */
export function ed25519Key(seed: Uint8Array): Ed25519Key {
  const key = createPrivateKey({ key: Buffer.concat([pkcs8Head, seed]), format: 'der', type: 'pkcs8' })
  const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32)
  return { seed, publicKey, sign: (message) => sign(null, message, key) }
}

/** The keys of the published phrase at these paths. SLIP-10: on this curve every step is hardened. */
export function phraseKeys(paths: readonly (readonly number[])[]): Ed25519Key[] {
  const seed = pbkdf2Sync(mnemonic, 'mnemonic', 2048, 64, 'sha512')
  return paths.map((path) => ed25519Key(deriveSeed(seed, path)))
}

function deriveSeed(seed: Uint8Array, path: readonly number[]): Buffer {
  let node = createHmac('sha512', 'ed25519 seed').update(seed).digest()
  for (const step of path) {
    const data = Buffer.alloc(37)
    node.copy(data, 1, 0, 32)
    data.writeUInt32BE(0x8000_0000 + step, 33)
    node = createHmac('sha512', node.subarray(32)).update(data).digest()
  }
  return node.subarray(0, 32)
}
