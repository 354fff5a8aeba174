import { createHash, createPublicKey, verify } from 'node:crypto'
import type { PasskeyAnswer } from '@billfold/protocol/embedded/embeddedApi'
import { KitError } from '@billfold/protocol/error'
import * as z from 'zod/mini'
import { readAuthenticatorData } from './readAuthenticatorData.ts'

const clientData = z.object({
  type: z.string(),
  challenge: z.string(),
  origin: z.string(),
  /** Who embeds the frame, as far as a browser tells. */
  topOrigin: z.optional(z.string()),
})

type Asked = {
  challenge: string
  /** The frame's origin: passkeys are made for its host and answer on no other page. */
  walletOrigin: string
  /** Whether the frame may be embedded there. */
  isTopAllowed(origin: string): boolean
}
export type CheckedPasskey = {
  signCount: number
  /** The public key of a passkey that was just made. */
  made?: Buffer | undefined
  /** Whether the holder of this key signed. */
  isSignedBy(publicKey: Buffer): boolean
}

/**
 * Checks what a passkey answered against what it was asked (WebAuthn Level 3, §7.1 and §7.2), but for whose it is. A passkey that is made
 * comes without attestation: it proves nothing yet but that there is one.
 */
export function checkPasskey(answer: PasskeyAnswer, { challenge, walletOrigin, isTopAllowed }: Asked): CheckedPasskey {
  const said = readClientData(bytesOf(answer.clientData))
  const isUse = answer.signature !== undefined
  if (said.type !== (isUse ? 'webauthn.get' : 'webauthn.create')) throw unproven()
  if (said.challenge !== challenge) throw unproven()
  if (said.origin !== walletOrigin) throw unproven()
  if (said.topOrigin !== undefined && !isTopAllowed(said.topOrigin)) throw unproven()
  const authenticatorData = bytesOf(answer.authenticatorData)
  const told = readAuthenticatorData(authenticatorData)
  if (!told.rpIdHash.equals(sha256(new URL(walletOrigin).hostname))) throw unproven()
  if (!told.isPresent || !told.isVerified) throw unproven()
  if (isUse === (told.made !== undefined)) throw unproven()
  if (told.made && !told.made.credentialId.equals(bytesOf(answer.credentialId))) throw unproven()
  const signed = Buffer.concat([authenticatorData, sha256(bytesOf(answer.clientData))])
  return {
    signCount: told.signCount,
    made: told.made?.publicKey,
    isSignedBy: (publicKey) =>
      isUse &&
      verify(
        'sha256',
        signed,
        createPublicKey({ key: publicKey, format: 'der', type: 'spki' }),
        bytesOf(answer.signature!),
      ),
  }
}

function readClientData(bytes: Buffer): z.infer<typeof clientData> {
  try {
    return z.parse(clientData, JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)))
  } catch {
    throw new KitError('invalid_input', { message: 'The passkey’s response is malformed.' })
  }
}

export const unproven = () => new KitError('sign_in_unproven', { message: 'This passkey has no wallet here.' })
const bytesOf = (text: string): Buffer => Buffer.from(text, 'base64url')
const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest()
