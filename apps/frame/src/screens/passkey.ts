import type { PasskeyAnswer } from '@billfold/protocol/embedded/embeddedApi'
import { KitError } from '@billfold/protocol/error'
import { decodeBase64Url, encodeBase64Url } from '@billfold/protocol/wc/base64'
import type { PasskeySecret } from '../wallet/wallet.ts'
import { shownIn } from './createScreenHost.ts'

const salt = new TextEncoder().encode('wallet-recovery-v1')
const extensions = { prf: { eval: { first: salt } } }
const patience = 120_000
const random = (length: number) => crypto.getRandomValues(new Uint8Array(length))

/** Creates a passkey for this wallet. Needs a press inside the frame; some passkeys return their secret only at a second prompt. */
export const makePasskey = async (name: string): Promise<PasskeySecret> =>
  secretAfter(await create(name, random(32), 'preferred'))

/** Gets the PRF secret of one of these passkeys. */
export async function getPasskeySecret(credentialIds: readonly string[]): Promise<PasskeySecret> {
  const secret = secretOf(await get(credentialIds, random(32)))
  if (!secret) throw unfit()
  return secret
}

/** A passkey login: the server's proof, and the secret that opens the wallet, if the passkey returns one. */
type PasskeyLogin = { passkey: PasskeyAnswer; prf?: Uint8Array | undefined }

/** Creates a discoverable passkey for logins. */
export async function makeLogin(name: string, challenge: string, signal: AbortSignal): Promise<PasskeyLogin> {
  // Create no passkey that could not open the wallet.
  const capabilities = await (
    PublicKeyCredential as { getClientCapabilities?: () => Promise<Record<string, boolean>> }
  ).getClientCapabilities?.()
  if (capabilities?.['extension:prf'] === false) throw unfit()
  const made = await create(name, decodeBase64Url(challenge), 'required', signal)
  const response = made.response as AuthenticatorAttestationResponse
  const authenticatorData = response.getAuthenticatorData()
  const passkey = answerOf(made, { clientData: response.clientDataJSON, authenticatorData })
  return { passkey, prf: (await secretAfter(made)).prf }
}

/** Logs in with the passkey that the person chooses. */
export async function signInWithPasskey(challenge: string, signal: AbortSignal): Promise<PasskeyLogin> {
  const used = await get([], decodeBase64Url(challenge), signal)
  return { passkey: assertionOf(used), prf: secretOf(used)?.prf }
}

/** Re-authenticates with one passkey. */
export const provePasskey = async (credentialId: string, challenge: string): Promise<PasskeyAnswer> =>
  assertionOf(await get([credentialId], decodeBase64Url(challenge)))

const create = (
  name: string,
  challenge: Uint8Array<ArrayBuffer>,
  residentKey: ResidentKeyRequirement,
  signal?: AbortSignal,
) =>
  ask(() =>
    shownIn.view.navigator.credentials.create({
      publicKey: {
        challenge,
        rp: { name: 'Wallet' },
        user: { id: random(16), name, displayName: name },
        pubKeyCredParams: [
          { type: 'public-key', alg: -7 },
          { type: 'public-key', alg: -257 },
        ],
        authenticatorSelection: { residentKey, userVerification: 'required' },
        timeout: patience,
        extensions,
      },
      ...(signal && { signal }),
    }),
  )

const get = (credentialIds: readonly string[], challenge: Uint8Array<ArrayBuffer>, signal?: AbortSignal) =>
  ask(() =>
    shownIn.view.navigator.credentials.get({
      publicKey: {
        challenge,
        allowCredentials: credentialIds.map((id) => ({ type: 'public-key', id: decodeBase64Url(id) })),
        userVerification: 'required',
        timeout: patience,
        extensions,
      },
      ...(signal && { signal }),
    }),
  )

async function ask(act: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  try {
    const credential = await act()
    if (credential) return credential as PublicKeyCredential
  } catch (cause) {
    throw new KitError('user_rejected', { cause })
  }
  throw new KitError('user_rejected')
}

/** The secret of a new passkey. */
async function secretAfter(made: PublicKeyCredential): Promise<PasskeySecret> {
  const secret = secretOf(made)
  if (secret) return secret
  if (made.getClientExtensionResults().prf?.enabled !== true) throw unfit()
  return getPasskeySecret([idOf(made)])
}

function secretOf(credential: PublicKeyCredential): PasskeySecret | undefined {
  const first = credential.getClientExtensionResults().prf?.results?.first
  if (!first) return undefined
  const prf = ArrayBuffer.isView(first)
    ? new Uint8Array(first.buffer, first.byteOffset, first.byteLength)
    : new Uint8Array(first)
  return prf.length === 32 ? { credentialId: idOf(credential), prf } : undefined
}

function assertionOf(used: PublicKeyCredential): PasskeyAnswer {
  const { clientDataJSON, authenticatorData, signature } = used.response as AuthenticatorAssertionResponse
  return answerOf(used, { clientData: clientDataJSON, authenticatorData, signature })
}

type Parts = { clientData: ArrayBuffer; authenticatorData: ArrayBuffer; signature?: ArrayBuffer }
const answerOf = (credential: PublicKeyCredential, { clientData, authenticatorData, signature }: Parts) => ({
  credentialId: idOf(credential),
  clientData: encoded(clientData),
  authenticatorData: encoded(authenticatorData),
  ...(signature && { signature: encoded(signature) }),
})

const encoded = (bytes: ArrayBuffer) => encodeBase64Url(new Uint8Array(bytes))
const idOf = ({ rawId }: PublicKeyCredential) => encoded(rawId)
const unfit = () => new KitError('method_unsupported')
