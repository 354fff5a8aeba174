import { KitError } from '@billfold/protocol/error'
import { decodeBase64Url, encodeBase64Url } from '@billfold/protocol/wc/base64'

/** What a passkey answers with: which one it was, and the 32 bytes that only it can make. */
export type PasskeySecret = { credentialId: string; prf: Uint8Array }

const salt = new TextEncoder().encode('wallet-recovery-v1')
const extensions = { prf: { eval: { first: salt } } }
const patience = 120_000
const random = (length: number) => crypto.getRandomValues(new Uint8Array(length))

/** Makes a passkey for this wallet. Needs a press inside the frame; some passkeys tell their secret only when they are asked again. */
export async function makePasskey(name: string): Promise<PasskeySecret> {
  const made = await ask(() =>
    navigator.credentials.create({
      publicKey: {
        challenge: random(32),
        rp: { name: 'Wallet' },
        user: { id: random(16), name, displayName: name },
        pubKeyCredParams: [
          { type: 'public-key', alg: -7 },
          { type: 'public-key', alg: -257 },
        ],
        authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
        timeout: patience,
        extensions,
      },
    }),
  )
  const told = secretOf(made)
  if (told) return told
  if (made.getClientExtensionResults().prf?.enabled !== true) throw unfit()
  return askPasskey([encodeBase64Url(new Uint8Array(made.rawId))])
}

/** Asks one of these passkeys for its secret. */
export async function askPasskey(credentialIds: readonly string[]): Promise<PasskeySecret> {
  const answered = await ask(() =>
    navigator.credentials.get({
      publicKey: {
        challenge: random(32),
        allowCredentials: credentialIds.map((id) => ({ type: 'public-key', id: decodeBase64Url(id) })),
        userVerification: 'required',
        timeout: patience,
        extensions,
      },
    }),
  )
  const told = secretOf(answered)
  if (!told) throw unfit()
  return told
}

async function ask(act: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  try {
    const credential = await act()
    if (credential) return credential as PublicKeyCredential
  } catch (cause) {
    throw new KitError('user_rejected', { cause })
  }
  throw new KitError('user_rejected')
}

function secretOf(credential: PublicKeyCredential): PasskeySecret | undefined {
  const first = credential.getClientExtensionResults().prf?.results?.first
  if (!first) return undefined
  const prf =
    first instanceof ArrayBuffer
      ? new Uint8Array(first)
      : new Uint8Array(first.buffer, first.byteOffset, first.byteLength)
  return prf.length === 32 ? { credentialId: encodeBase64Url(new Uint8Array(credential.rawId)), prf } : undefined
}

const unfit = () => new KitError('method_unsupported')
