import {
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  pbkdf2Sync,
  sign,
} from 'node:crypto'
import { encodeBase58 } from '@billfold/protocol/base58'

/** A key of the local network: everybody may know it, and nothing of worth may come to it. */
export type DevKey = {
  address: string
  /** As Solana's wallets take it: seed and public key, in base58. */
  privateKey: string
  sign(message: Uint8Array): Uint8Array
}

/** What stands before a seed in a private key's usual form (PKCS 8). */
const pkcs8Head = Buffer.from('302e020100300506032b657004220420', 'hex')

/** The phrase of the EVM chains: one wallet has funds on all of them. */
const mnemonic = 'test test test test test test test test test test test junk'

/** Where Solana wallets keep account number `index`: m/44'/501'/index'/0'. */
const pathOf = (index: number) => [44, 501, index, 0]

/** The accounts of the published phrase, as Solana wallets derive them. */
export function deriveDevKeys(count: number): DevKey[] {
  const seed = pbkdf2Sync(mnemonic, 'mnemonic', 2048, 64, 'sha512')
  return Array.from({ length: count }, (_, index) => keyOf(deriveSeed(seed, pathOf(index))))
}

/** A key by its name, the same at every start: mints, the faucet. */
export const namedKey = (name: string): DevKey =>
  keyOf(createHash('sha256').update(`billfold devnet solana ${name}`).digest())

function keyOf(seed: Uint8Array): DevKey {
  const key: KeyObject = createPrivateKey({ key: Buffer.concat([pkcs8Head, seed]), format: 'der', type: 'pkcs8' })
  const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32)
  return {
    address: encodeBase58(publicKey),
    privateKey: encodeBase58(Buffer.concat([seed, publicKey])),
    sign: (message) => sign(null, message, key),
  }
}

/** SLIP-10: on this curve every step is a hardened one. */
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
