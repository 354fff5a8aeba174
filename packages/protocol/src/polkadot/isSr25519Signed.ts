import { ristretto255 } from '@noble/curves/ed25519.js'
import { createTranscript } from './transcript.ts'

const { Point } = ristretto255
const { Fn: scalars } = Point

/** Whether a key made a signature as Substrate's wallets do (Schnorr on ristretto255); false for invalid input. */
export function isSr25519Signed(signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array): boolean {
  // The highest bit says that it is one of these and not ed25519's.
  if (signature.length !== 64 || publicKey.length !== 32 || (signature[63]! & 128) === 0) return false
  const [commitment, response] = [signature.slice(0, 32), signature.slice(32)]
  response[31]! &= 127
  try {
    const transcript = createTranscript('SigningContext')
    transcript.append('', new TextEncoder().encode('substrate'))
    transcript.append('sign-bytes', message)
    transcript.append('proto-name', new TextEncoder().encode('Schnorr-sig'))
    transcript.append('sign:pk', publicKey)
    transcript.append('sign:R', commitment)
    const challenge = scalars.create(littleEndian(transcript.draw('sign:c', 64)))
    const [key, answer] = [Point.fromBytes(publicKey), scalars.fromBytes(response)]
    // Neither is secret: the shorter way to multiply is safe.
    const expected = Point.BASE.multiplyUnsafe(answer).subtract(key.multiplyUnsafe(challenge))
    return expected.equals(Point.fromBytes(commitment))
  } catch {
    return false // no point of the group, or a number beyond its order
  }
}

const littleEndian = (bytes: Uint8Array): bigint => bytes.reduceRight((value, byte) => (value << 8n) | BigInt(byte), 0n)
