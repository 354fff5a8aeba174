import { bytesOf } from './scale.ts'
import { readPolkadotAddress } from './ss58.ts'
import { typedSignature } from './typedSignature.ts'

/**
 * Whether the account signed a text. Wallets put `<Bytes>` around it, so that it can never be a transaction, unless it is there
 * already; the signature is hex, with or without the number of its kind.
 */
export function isPolkadotMessageSigned(address: string, message: string, signature: string): boolean {
  try {
    const { publicKey } = readPolkadotAddress(address)
    const isWrapped = message.startsWith('<Bytes>') && message.endsWith('</Bytes>')
    const text = new TextEncoder().encode(isWrapped ? message : `<Bytes>${message}</Bytes>`)
    return typedSignature(publicKey, text, bytesOf(signature)) !== undefined
  } catch {
    return false // invalid address or hex
  }
}
