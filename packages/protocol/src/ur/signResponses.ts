import { isSameBytes } from '../bytes.ts'
import { type Cbor, decodeCbor } from './cbor.ts'
import { CodeError } from './codeError.ts'
import { readBytes, readMap, untag } from './readCbor.ts'
import type { RequestId } from './signRequests.ts'
import type { Ur } from './urDecoder.ts'

const signatureTypes = { eth: 'eth-signature', sol: 'sol-signature', btc: 'btc-signature' } as const
/** 65 bytes for EVM, more if `v` of a legacy transaction holds a large chain id. */
const lengths = { eth: [65, 66, 67, 68, 69], sol: [64], btc: [65] } as const

/** The signature that answers the request of this id. */
export function readSignature(family: keyof typeof signatureTypes, { type, message }: Ur, id: RequestId): Uint8Array {
  if (type !== signatureTypes[family]) throw new CodeError('other_type')
  const map = decoded(message)
  if (!(map instanceof Map)) throw new CodeError('invalid')
  const answered = map.get(1)
  // Without an id nothing ties the signature to the request: the id is optional in the format, but every request has one.
  if (answered === undefined) throw new CodeError('other_request')
  const answeredId = readBytes(untag(answered), 16)
  if (!answeredId || !isSameBytes(answeredId, id)) throw new CodeError('other_request')
  const signature = readBytes(map.get(2), ...lengths[family])
  if (!signature) throw new CodeError('invalid')
  return signature
}

/** The bytes of a signed PSBT. */
export function readPsbtCode({ type, message }: Ur): Uint8Array {
  if (type !== 'crypto-psbt' && type !== 'psbt') throw new CodeError('other_type')
  const psbt = decoded(message)
  if (!(psbt instanceof Uint8Array)) throw new CodeError('invalid')
  return psbt
}

function decoded(message: Uint8Array): Cbor {
  try {
    const value = untag(decodeCbor(message))
    return value instanceof Map ? readMap(value) : value
  } catch {
    throw new CodeError('invalid')
  }
}
