import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesOfHex, hexOf, joinBytes } from '../bytes.ts'
import { isSignedByKey } from './isSignedByKey.ts'
import { signatureCheckCode } from './signatureCheckCode.ts'
import type { AskChain, SigningAccount } from './verifySignature.ts'

/** The suffix of a signature of an account that is not deployed yet (ERC-6492). */
const undeployed = '6492'.repeat(16)
/** The longest contract signature that is checked: in hex, enough for multisigs and proofs. */
const longest = 20_000
/**
 * Gas limit of the call, ten million: many times what accounts need, and cheap for the node if a contract never ends.
 */
const gas = '0x989680'

/** What `personal_sign` signs of a text (EIP-191). */
export function evmMessageHash(message: string | Uint8Array): Uint8Array {
  const text = typeof message === 'string' ? new TextEncoder().encode(message) : message
  const prefix = new TextEncoder().encode(`\x19Ethereum Signed Message:\n${text.length}`)
  return keccak_256(joinBytes(prefix, text))
}

/** Whether an EVM account signed a message as `personal_sign` does: a key (EIP-191), or a contract (ERC-1271, ERC-6492). */
export const isEvmMessageSigned = (
  account: SigningAccount,
  message: string,
  signature: string,
  ask: AskChain,
): Promise<boolean> => isEvmHashSigned(account, evmMessageHash(message), signature, ask)

/** The same of a hash, whatever it is of. */
export async function isEvmHashSigned(
  { chainId, address }: SigningAccount,
  hash: Uint8Array,
  signature: string,
  ask: AskChain,
): Promise<boolean> {
  if (!/^0x[0-9a-fA-F]{40}$/.test(address) || signature.length > longest || !/^0x([0-9a-f]{2})*$/i.test(signature))
    return false
  const bytes = bytesOfHex(signature.slice(2))
  if (isSignedByKey(hash, bytes, address)) return true
  const parts = hexOf(bytes).endsWith(undeployed) ? readUndeployed(bytes) : { signature: bytes }
  if (!parts) return false
  const data = `${signatureCheckCode}${hexOf(encodeQuestion(address, hash, parts))}`
  return (await ask(chainId, 'eth_call', [{ data, gas }, 'latest'])) === '0x01'
}

type Parts = { signature: Uint8Array; factory?: Uint8Array; factoryData?: Uint8Array }

/**
 * `abi.encode(address factory, bytes factoryData, bytes signature)` and the suffix; undefined if it is anything else.
 */
function readUndeployed(bytes: Uint8Array): Parts | undefined {
  const body = bytes.subarray(0, -32)
  const bytesAt = (word: number): Uint8Array | undefined => {
    const start = numberAt(body, word)
    const length = start === undefined ? undefined : numberAt(body, start)
    if (start === undefined || length === undefined || start + 32 + length > body.length) return undefined
    return body.subarray(start + 32, start + 32 + length)
  }
  const [factoryData, signature] = [bytesAt(32), bytesAt(64)]
  if (!factoryData || !signature || body.subarray(0, 12).some((byte) => byte !== 0)) return undefined
  return { signature, factory: body.subarray(12, 32), factoryData }
}

/** A word that is a place or a length in so short a text. */
function numberAt(bytes: Uint8Array, at: number): number | undefined {
  const word = bytes.subarray(at, at + 32)
  if (word.length < 32 || word.subarray(0, 28).some((byte) => byte !== 0)) return undefined
  return new DataView(word.buffer, word.byteOffset + 28, 4).getUint32(0)
}

function encodeQuestion(address: string, hash: Uint8Array, { signature, factory, factoryData }: Parts): Uint8Array {
  const [signed, created] = [sized(signature), sized(factoryData ?? new Uint8Array())]
  const head = 5 * 32
  return joinBytes(
    padded(bytesOfHex(address.slice(2))),
    hash,
    word(head),
    padded(factory ?? new Uint8Array(20)),
    word(head + signed.length),
    signed,
    created,
  )
}

const padded = (address: Uint8Array) => joinBytes(new Uint8Array(12), address)
const word = (value: number) => bytesOfHex(value.toString(16).padStart(64, '0'))
const sized = (bytes: Uint8Array) =>
  joinBytes(word(bytes.length), bytes, new Uint8Array((32 - (bytes.length % 32)) % 32))
