import * as z from 'zod/mini'
import { caller } from '../api/caller.ts'
import type { HttpRoutes } from '../api/http.ts'
import type { Contract } from '../contract.ts'
import { devicePublicKey } from './dpop.ts'
import { walletCharter } from './walletCharter.ts'

const id = z.uuid()
const bytes = (length: number) => z.string().check(z.regex(new RegExp(`^[\\w-]{${Math.ceil((length * 4) / 3)}}$`)))
const sealed = z.string().check(z.regex(/^[\w-]+$/), z.maxLength(1000))
/** A share of a wallet's entropy: 16 bytes and the place on the polynomial. */
const share = bytes(17)
/** A public key that something can be sealed to: 65 bytes, uncompressed. */
export const sealKey = bytes(65)
export const token = z.string().check(z.regex(/^[\w.-]+$/), z.maxLength(4096))
/** A device's label in mails and lists: words, and nothing that a mail program would turn into a link. */
const deviceLabel = z.string().check(z.regex(/^[\p{L}\p{N} ,()'+-]{1,60}$/u))
/** The host of the site that a person is at; the frame knows it from the browser, and mails name it. */
const site = z.string().check(z.regex(/^[a-z0-9.-]{1,253}(:\d{1,5})?$/))
/** Somewhere that a browser goes: never a script (`javascript:`). */
export const webUrl = (maxLength: number) => z.url({ protocol: /^https?$/ }).check(z.maxLength(maxLength))
const evmAddress = z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/))
const solanaAddress = z.string().check(z.regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/))

/** Ways to recover a share: the guardian, a passkey, a written code, or a device that another one approved. */
const recoveryKind = z.enum(['guardian', 'passkey', 'code', 'device'])
export type RecoveryKind = z.infer<typeof recoveryKind>

/** A passkey's own name: up to 1023 bytes. */
const credentialId = z.string().check(z.regex(/^[\w-]{1,1400}$/))

/**
 * A recipient of recovery shares. A passkey is identified by its credential. The proof uses the wallet's own entropy,
 * so that devices seal to no key that another server or person slipped into the list. A guardian's key needs none:
 * frames fetch it from the guardian itself.
 */
const recoveryKey = z.object({
  kind: recoveryKind,
  publicKey: sealKey,
  proof: z.optional(bytes(32)),
  credentialId: z.optional(credentialId),
  label: z.optional(deviceLabel),
})
export type RecoveryKey = z.infer<typeof recoveryKey>

/** One device's three shares, less the one it keeps: the auth share, and the recovery share sealed to each recovery key. */
const shareSet = z.object({
  generation: z.int().check(z.gte(1), z.lte(1_000_000)),
  authShare: share,
  /** The wallet's charter when the set was made. */
  charter: walletCharter,
  recoveries: z.array(z.object({ key: recoveryKey, sealed })).check(z.minLength(1), z.maxLength(10)),
})
export type ShareSet = z.infer<typeof shareSet>

/** The wallet's word for a change (`changeDigest`): its number of changes before this one, and the signature of its EVM key. */
const signedChange = z.object({
  count: z.int().check(z.gte(0)),
  signature: z.string().check(z.regex(/^0x[0-9a-f]{130}$/)),
})
export type SignedChange = z.infer<typeof signedChange>

const wallet = z.object({ walletId: id, evmAddress, solanaAddress, generation: z.int() })
const session = z.object({
  accessToken: token,
  refreshToken: token,
  /** Seconds until the access token ends. */
  expiresIn: z.int(),
  email: z.nullable(z.string().check(z.maxLength(254))),
  /** How the servers know this person, as `identityHash` writes it: what recovery shares are bound to. */
  identity: z.string().check(z.maxLength(64)),
  deviceId: id,
  /** Absent before the person's first device has made one. */
  wallet: z.nullable(wallet),
  /** Whether this device has a share set of its own. */
  isEnrolled: z.boolean(),
  /** The person's name at a social login's provider: sent once, at that login, and not stored. */
  userName: z.optional(z.string().check(z.maxLength(100))),
})
export type EmbeddedSession = z.infer<typeof session>

const email = z.email().check(z.maxLength(254))
const device = z.object({ signKey: devicePublicKey, sealKey, label: deviceLabel })
const code = z.string().check(z.regex(/^[0-9]{6}$/))
const status = z.object({ status: z.string() })
/** A sent code: its challenge, its lifetime, and the wait before the next one. */
const sentCode = { challenge: id, codeEndsInSeconds: z.int(), nextMailInSeconds: z.int() }

/** Actions that need a fresh re-authentication; `export` by default. */
const codeGrant = z.enum(['export', 'delete'])
export type CodeGrant = z.infer<typeof codeGrant>
/** Grants of a passkey's person: those, and an address, since they have no other one to prove. */
const grantPurpose = z.enum([...codeGrant.options, 'email'])
export type GrantPurpose = z.infer<typeof grantPurpose>

/** The challenge for a passkey to sign, single use. */
const passkeyChallenge = bytes(32)
const passkeyPart = z.string().check(z.regex(/^[\w-]+$/), z.maxLength(4096))
/**
 * A passkey's response (WebAuthn Level 3), base64url: with a signature from a login, without one from a registration.
 */
const passkeyAnswer = z.object({
  credentialId,
  clientData: passkeyPart,
  authenticatorData: passkeyPart,
  signature: z.optional(passkeyPart),
})
export type PasskeyAnswer = z.infer<typeof passkeyAnswer>
const grant = z.object({ grant: bytes(32), endsInSeconds: z.int() })

/** The social login providers. */
export const socialProvider = z.enum(['google', 'github', 'apple', 'facebook', 'x', 'discord'])
export type SocialProvider = z.infer<typeof socialProvider>
/** The account providers of a person: those, and Farcaster. */
export const accountProvider = z.enum([...socialProvider.options, 'farcaster'])
export type AccountProvider = z.infer<typeof accountProvider>

/** The start of a social login: the site's page, and whether the login replaces it or opens next to it. */
const socialBack = z.object({ url: z.url().check(z.maxLength(2000)), isPopup: z.boolean() })

/**
 * The frame's calls of the API. Every call carries a `DPoP` proof by the device's key, and every call but those that
 * open a session (`startEmail`, `verifyEmail`, `refreshSession`, `startSocial`, `finishSocial`, `startFarcaster`,
 * `finishFarcaster`, `startPasskey`, `finishPasskey`) carries `Authorization: DPoP …`: a token alone opens nothing.
 */
export const embeddedApi = {
  /** Sends a code by mail. The answer is the same whether or not the address has an account. */
  startEmail: {
    input: z.object({ ...caller, email, site, device }),
    output: z.object(sentCode),
  },
  /** A wrong code is `sign_in_unproven`; one that has ended, or was tried five times, `not_found`. */
  verifyEmail: { input: z.object({ ...caller, challenge: id, code }), output: session },
  /**
   * The URL to send the person to: first the API's, which marks their browser and redirects to the provider. A separate
   * window comes back to `<frame>/social#flow=…&code=…&to=<the site's origin>`, or with `error=…` in place of a code;
   * the site's own page comes back to `url`, with that address as its `result_uri`.
   */
  startSocial: {
    input: z.object({ ...caller, provider: socialProvider, site, device, back: socialBack }),
    output: z.object({ flow: id, uri: webUrl(4000) }),
  },
  finishSocial: { input: z.object({ ...caller, flow: id, code: bytes(32) }), output: session },
  /** A link for the person's Farcaster app, to be opened or shown as a QR code. What is signed there is worth nothing without this device's key. */
  startFarcaster: {
    input: z.object({ ...caller, site, device }),
    output: z.object({ flow: id, url: webUrl(2000), endsInSeconds: z.int() }),
  },
  /** Asked again and again until the person has signed. What was signed for another, or has ended, is `sign_in_unproven` or `not_found`. */
  finishFarcaster: {
    input: z.object({ ...caller, flow: id }),
    output: z.union([session, z.object({ isPending: z.literal(true) })]),
  },
  /** The challenge for a passkey of this device's person, or for a new one. Worthless with another device's key. */
  startPasskey: {
    input: z.object({ ...caller, site, device }),
    output: z.object({ challenge: passkeyChallenge, endsInSeconds: z.int() }),
  },
  /**
   * A new passkey is a new person. An unknown one and one with a wrong signature are both `sign_in_unproven`, so that
   * no one learns who has an account. A challenge that was answered, has ended or is another device's is `not_found`.
   */
  finishPasskey: {
    input: z.object({ ...caller, challenge: passkeyChallenge, passkey: passkeyAnswer }),
    output: session,
  },
  refreshSession: { input: z.object({ ...caller, refreshToken: token }), output: session },
  endSession: { input: z.object({ ...caller }), output: status },
  /** The first device's wallet. The frame draws the id: what it seals is bound to it. */
  createWallet: {
    input: z.object({ ...caller, walletId: id, evmAddress, solanaAddress, shares: shareSet, change: signedChange }),
    output: status,
  },
  /** This device's auth share, sealed to it. A higher `charterSequence` than the device's own says that another one has changed the charter. */
  readShare: {
    input: z.object({ ...caller }),
    output: z.object({ sealed, generation: z.int(), charterSequence: z.int() }),
  },
  /** Every share set of the wallet, for a device that has none or makes itself a new one: the auth share sealed to this device, the recovery share as it was sealed. */
  readRecoveries: {
    input: z.object({ ...caller }),
    output: z.object({
      /** How often the wallet was changed: what a signature for the next change names. */
      changeCount: z.int().check(z.gte(0)),
      sets: z
        .array(
          z.object({
            deviceId: id,
            generation: z.int(),
            /** The identity it was sealed for. After a change of address, other devices' sets keep the old one until they seal again. */
            identity: z.string().check(z.maxLength(64)),
            charter: walletCharter,
            authShare: sealed,
            recoveries: z.array(z.object({ key: recoveryKey, sealed })).check(z.maxLength(10)),
          }),
        )
        .check(z.maxLength(50)),
    }),
  },
  /**
   * This device's share set: its first, or one of a higher generation in place of its last, by one at most beyond the wallet's. A change that
   * the wallet's key did not sign is `sign_in_unproven`; one for another number of changes is `account_mismatch`.
   */
  enrolDevice: {
    input: z.object({
      ...caller,
      shares: shareSet,
      change: signedChange,
      /** The code in it is a new one: all shares sealed to an older one, for any device, are deleted. */
      replacesCode: z.optional(z.boolean()),
    }),
    output: status,
  },
  listDevices: {
    input: z.object({ ...caller }),
    output: z.object({
      devices: z
        .array(
          z.object({
            deviceId: id,
            label: deviceLabel,
            isThisOne: z.boolean(),
            createdAt: z.int(),
            lastSeenAt: z.int(),
            /** Only of a device that has no shares yet: the key that another device seals them to. */
            sealKey: z.optional(sealKey),
          }),
        )
        .check(z.maxLength(100)),
    }),
  },
  /** Deletes a device's shares and ends its sessions. The wallet's last set stays, or no one would ever open it again: `invalid_request`. */
  revokeDevice: { input: z.object({ ...caller, deviceId: id, change: signedChange }), output: status },
  /**
   * Sends a code to the address of now (`primary`), naming the new one; someone who has none gets it at the new one at once (`secondary`), after
   * they proved the key of their login: a passkey's person by a `grant` for `email`, anyone else by a login of the last ten minutes
   * (`sign_in_unproven` otherwise).
   */
  startEmailChange: {
    input: z.object({ ...caller, email, site, grant: z.optional(bytes(32)) }),
    output: z.object({ ...sentCode, step: z.enum(['primary', 'secondary']) }),
  },
  /** Proves the old address, and sends a code to the new one. */
  verifyEmailChangePrimary: { input: z.object({ ...caller, challenge: id, code }), output: z.object(sentCode) },
  /**
   * Proves the new address. A device keeps no recovery share that it could seal again, so it submits a whole new set,
   * sealed for the new address, that replaces the old one, signed by the wallet; a person without a wallet sends none.
   */
  verifyEmailChangeSecondary: {
    input: z.object({
      ...caller,
      challenge: id,
      code,
      shares: z.optional(shareSet),
      change: z.optional(signedChange),
    }),
    output: z.object({ email, identity: z.string().check(z.maxLength(64)) }),
  },
  /** Re-authenticates by a code to the person's address, before a wallet export or an account deletion. */
  startReauth: { input: z.object({ ...caller, site, purpose: z.optional(codeGrant) }), output: z.object(sentCode) },
  verifyReauth: {
    input: z.object({ ...caller, challenge: id, code, purpose: z.optional(codeGrant) }),
    output: grant,
  },
  /** The same for someone who logs in by a passkey: proven by that very passkey. */
  startPasskeyReauth: {
    input: z.object({ ...caller, purpose: z.optional(grantPurpose) }),
    output: z.object({ challenge: passkeyChallenge, endsInSeconds: z.int() }),
  },
  verifyPasskeyReauth: {
    input: z.object({
      ...caller,
      challenge: passkeyChallenge,
      passkey: passkeyAnswer,
      purpose: z.optional(grantPurpose),
    }),
    output: grant,
  },
  /** Uses a grant up, just before the frame shows what it was for; the person gets a mail about it. */
  useGrant: {
    input: z.object({ ...caller, grant: bytes(32), purpose: codeGrant }),
    output: z.object({
      status: z.string(),
      /** When the account is erased, unless its person signs in before. */
      deleteAt: z.optional(z.int()),
    }),
  },
  /** A ticket for the guardian: for a quarter of an hour, or for 90 days on a device of the wallet, which needs it while the API is down. */
  getGuardianTicket: {
    input: z.object({ ...caller }),
    output: z.object({ ticket: token, endsInSeconds: z.int() }),
  },
  /**
   * Identifies the wallet to the project's paymaster, in the `pass` of a request's context (ERC-7677). Worthless for
   * another account.
   */
  getSponsorPass: { input: z.object({ ...caller }), output: z.object({ pass: token }) },
} satisfies Contract

export const embeddedRoutes = {
  startEmail: { method: 'POST', path: '/embedded/v1/email' },
  verifyEmail: { method: 'POST', path: '/embedded/v1/email/verify' },
  startSocial: { method: 'POST', path: '/embedded/v1/social' },
  finishSocial: { method: 'POST', path: '/embedded/v1/social/finish' },
  startFarcaster: { method: 'POST', path: '/embedded/v1/farcaster' },
  finishFarcaster: { method: 'POST', path: '/embedded/v1/farcaster/finish' },
  startPasskey: { method: 'POST', path: '/embedded/v1/passkey' },
  finishPasskey: { method: 'POST', path: '/embedded/v1/passkey/finish' },
  refreshSession: { method: 'POST', path: '/embedded/v1/session' },
  endSession: { method: 'DELETE', path: '/embedded/v1/session' },
  createWallet: { method: 'POST', path: '/embedded/v1/wallet' },
  readShare: { method: 'GET', path: '/embedded/v1/share' },
  readRecoveries: { method: 'GET', path: '/embedded/v1/recoveries' },
  enrolDevice: { method: 'POST', path: '/embedded/v1/device' },
  listDevices: { method: 'GET', path: '/embedded/v1/devices' },
  revokeDevice: { method: 'POST', path: '/embedded/v1/devices/:deviceId/revoke' },
  startEmailChange: { method: 'POST', path: '/embedded/v1/email/change' },
  verifyEmailChangePrimary: { method: 'POST', path: '/embedded/v1/email/change/primary' },
  verifyEmailChangeSecondary: { method: 'POST', path: '/embedded/v1/email/change/secondary' },
  startReauth: { method: 'POST', path: '/embedded/v1/reauth' },
  verifyReauth: { method: 'POST', path: '/embedded/v1/reauth/verify' },
  startPasskeyReauth: { method: 'POST', path: '/embedded/v1/reauth/passkey' },
  verifyPasskeyReauth: { method: 'POST', path: '/embedded/v1/reauth/passkey/verify' },
  useGrant: { method: 'POST', path: '/embedded/v1/grant' },
  getGuardianTicket: { method: 'GET', path: '/embedded/v1/guardian-ticket' },
  getSponsorPass: { method: 'GET', path: '/embedded/v1/sponsor-pass' },
} as const satisfies HttpRoutes<typeof embeddedApi>
