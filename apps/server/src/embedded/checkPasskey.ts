import { createPublicKey, type JsonWebKey } from 'node:crypto'
import type { PasskeyAnswer } from '@billfold/protocol/embedded/embeddedApi'
import { KitError } from '@billfold/protocol/error'
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server'
import {
  decodeClientDataJSON,
  decodeCredentialPublicKey,
  isoCBOR,
  parseAuthenticatorData,
} from '@simplewebauthn/server/helpers'
import { unprovenPasskey } from './unprovenPasskey.ts'

type Expectation = {
  challenge: string
  /** The frame's origin: its passkeys are bound to its host. */
  walletOrigin: string
  /** Whether the frame may be embedded there. */
  isTopAllowed(origin: string): boolean
}
export type CheckedPasskey =
  /** A created passkey: its public key, as DER. */
  | { made: Buffer; signCount: number }
  /** A used passkey: its count, if the holder of this key signed. */
  | { made?: undefined; countIfBy(publicKey: Buffer): Promise<number | undefined> }

const publicKeyType = 'public-key'
const [es256, rs256] = [-7, -257]

/**
 * Verifies a passkey's response (WebAuthn Level 3, §7.1 and §7.2), except its owner. A created passkey has no
 * attestation: it only proves that it exists.
 */
export async function checkPasskey(
  { credentialId: id, clientData: clientDataJSON, authenticatorData, signature }: PasskeyAnswer,
  { challenge: expectedChallenge, walletOrigin, isTopAllowed }: Expectation,
): Promise<CheckedPasskey> {
  const topOrigin = topOriginOf(clientDataJSON)
  // The page that embeds the frame, if the browser reports it.
  if (topOrigin !== undefined && !isTopAllowed(topOrigin)) throw unprovenPasskey()
  const expected = {
    ...{ expectedChallenge, expectedOrigin: walletOrigin, expectedRPID: new URL(walletOrigin).hostname },
    requireUserVerification: true,
  }
  const credential = { id, rawId: id, type: publicKeyType, clientExtensionResults: {} } as const
  if (signature !== undefined) {
    const response = { ...credential, response: { clientDataJSON, authenticatorData, signature } }
    return {
      async countIfBy(publicKey) {
        // A decreasing count is recorded, but locks no one out: the library compares with zero.
        const own = { id, publicKey: coseOf(publicKey), counter: 0 }
        const top = topOrigin === undefined ? {} : { expectedTopOrigin: topOrigin }
        const { verified, authenticationInfo } = await orUnproven(
          verifyAuthenticationResponse({ ...expected, ...top, response, credential: own }),
        )
        return verified ? authenticationInfo.newCounter : undefined
      },
    }
  }
  const made = keyIn(authenticatorData)
  const attestationObject = Buffer.from(
    isoCBOR.encode(
      new Map<string, string | Uint8Array | Map<string, string>>([
        ['fmt', 'none'],
        ['attStmt', new Map<string, string>()],
        ['authData', bytesOf(authenticatorData)],
      ]),
    ),
  ).toString('base64url')
  const { registrationInfo } = await orUnproven(
    verifyRegistrationResponse({
      ...expected,
      response: { ...credential, response: { clientDataJSON, attestationObject } },
      supportedAlgorithmIDs: [es256, rs256],
    }),
  )
  if (registrationInfo?.credential.id !== id) throw unprovenPasskey()
  return { made, signCount: registrationInfo.credential.counter }
}

function topOriginOf(clientData: string): string | undefined {
  try {
    const { topOrigin } = decodeClientDataJSON(clientData)
    return topOrigin === undefined ? undefined : String(topOrigin)
  } catch {
    throw unreadable()
  }
}

/**
 * The key of a created passkey. Rejects unsupported algorithms by name, and invalid keys such as a point off the curve.
 */
function keyIn(authenticatorData: string): Buffer {
  let key: unknown
  try {
    const { credentialPublicKey } = parseAuthenticatorData(bytesOf(authenticatorData))
    key = decodeCredentialPublicKey(credentialPublicKey!)
  } catch {
    throw unprovenPasskey()
  }
  // The library decodes any CBOR.
  if (!(key instanceof Map)) throw unprovenPasskey()
  const algorithm = key.get(3)
  if (algorithm !== es256 && algorithm !== rs256)
    throw new KitError('invalid_input', { message: 'Only passkeys that sign with ES256 or RS256 are accepted.' })
  try {
    const part = (label: number) => Buffer.from(key.get(label) as Uint8Array).toString('base64url')
    const jwk: JsonWebKey =
      algorithm === es256
        ? { kty: 'EC', crv: 'P-256', x: part(-2), y: part(-3) }
        : { kty: 'RSA', n: part(-1), e: part(-2) }
    const made = createPublicKey({ key: jwk, format: 'jwk' })
    const { modulusLength = 2048 } = made.asymmetricKeyDetails ?? {}
    if (modulusLength < 2048 || modulusLength > 4096) throw unreadable()
    return made.export({ type: 'spki', format: 'der' })
  } catch {
    throw unreadable()
  }
}

/** Encodes a key as WebAuthn does (COSE, RFC 9053). */
function coseOf(der: Buffer): Uint8Array<ArrayBuffer> {
  const { n, e, x, y } = createPublicKey({ key: der, format: 'der', type: 'spki' }).export({ format: 'jwk' })
  const parts: [number, number | Uint8Array<ArrayBuffer>][] = n
    ? [
        [1, 3],
        [3, rs256],
        [-1, bytesOf(n)],
        [-2, bytesOf(e!)],
      ]
    : [
        [1, 2],
        [3, es256],
        [-1, 1],
        [-2, bytesOf(x!)],
        [-3, bytesOf(y!)],
      ]
  return isoCBOR.encode(new Map(parts))
}

/** Hides the library's error: each one means that the passkey was not proven. */
const orUnproven = <T>(checked: Promise<T>): Promise<T> =>
  checked.catch(() => {
    throw unprovenPasskey()
  })

const unreadable = () => new KitError('invalid_input', { message: 'The passkey’s response is malformed.' })
const bytesOf = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(Buffer.from(text, 'base64url'))
