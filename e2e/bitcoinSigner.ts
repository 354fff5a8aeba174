import { createHash } from 'node:crypto'
import { writeBitcoinAddress } from '@billfold/protocol/bitcoin/writeBitcoinAddress'
import { recoverPublicKey } from 'viem'

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()

/** The signer of a text by BIP-137, from the key that viem recovers. */
export async function bitcoinSigner(text: string, signature: string): Promise<string | undefined> {
  const bytes = Buffer.from(signature, /^[0-9a-f]+$/.test(signature) ? 'hex' : 'base64')
  const message = Buffer.from(text)
  const framed = Buffer.concat([Buffer.from('\x18Bitcoin Signed Message:\n'), Buffer.of(message.length), message])
  const hash = `0x${sha256(sha256(framed)).toString('hex')}` as const
  const [r, s] = [bytes.subarray(1, 33), bytes.subarray(33)].map((part) => `0x${part.toString('hex')}` as const)
  const key = await recoverPublicKey({ hash, signature: { r: r!, s: s!, yParity: (bytes[0]! - 27) & 1 } })
  const point = Buffer.from(key.slice(2), 'hex')
  const compressed = Buffer.concat([Buffer.of(2 + (point[64]! & 1)), point.subarray(1, 33)])
  const hash160 = createHash('ripemd160').update(sha256(compressed)).digest()
  return writeBitcoinAddress(Uint8Array.from([0, 20, ...hash160]), 'regtest')
}
