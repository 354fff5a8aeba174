import type {
  AccountProvider,
  GrantPurpose,
  PasskeyAnswer,
  RecoveryKind,
  SocialProvider,
} from '@billfold/protocol/embedded/embeddedApi'
import type { RecoveryPolicy } from '@billfold/protocol/embedded/recoveryPolicy'
import type { UserOperation } from '@billfold/protocol/embedded/userOperation'
import type { TypedData } from '../evm/hashTypedData.ts'
import type { Hex, Signature } from '../evm/signHash.ts'
import type { EvmTransaction } from '../evm/signTransaction.ts'
import type { SmartAccount } from '../smart/smartAccountOf.ts'

/** A wallet's owner, as the page sees them. */
export type Person = { email: string | null; evmAddress: string; solanaAddress: string }

/**
 * A way to get the wallet's other half on this device. A passkey is found by its credentials; the guardian emails a link, or repeats the
 * person's social login for itself.
 */
export type RecoveryWay =
  | { kind: 'guardian'; provider?: AccountProvider | undefined }
  | { kind: 'code' }
  | { kind: 'passkey'; credentialIds: string[] }
  | { kind: 'device' }

/** Result of a login: a person, with the first recovery code if nothing else recovers the wallet, or a device that is new to it. */
export type Login = { person: Person; code?: string } | { isNewDevice: true; ways: RecoveryWay[] }

/** Approved for a later date. */
export type Held = { opensAt: number }

/** Result of a social login, and the person's name there. */
export type SocialLogin = { login: Login; userName: string | null }

/** A passkey's credential, and the 32 bytes that only it can make. */
export type PasskeySecret = { credentialId: string; prf: Uint8Array }

/** Re-authentication: an emailed code, or the login passkey. */
export type Proof = { code: string } | { passkey: PasskeyAnswer }

/** A request to sign, in plain values: the screen shows exactly this. */
export type SignRequest =
  | { kind: 'evmMessage'; message: Uint8Array }
  | { kind: 'evmTypedData'; typedData: TypedData }
  | { kind: 'evmTransaction'; transaction: EvmTransaction }
  /** An operation of a smart account; returned with its signatures. */
  | { kind: 'operation'; op: UserOperation; chainId: bigint }
  /** The hash of a smart account's message. */
  | { kind: 'accountMessage'; account: Pick<SmartAccount, 'chainId' | 'address'>; hash: Uint8Array }
  | { kind: 'solanaMessage'; message: Uint8Array }
  | { kind: 'solanaTransactions'; transactions: Uint8Array[] }

/** Result of each kind of request. */
export type Signed = {
  evmMessage: Hex
  evmTypedData: Hex
  evmTransaction: { raw: Hex; hash: Hex }
  operation: UserOperation
  accountMessage: Signature
  /** In base58, as Solana libraries expect. */
  solanaMessage: string
  /** The whole transactions with this wallet's signatures. */
  solanaTransactions: Uint8Array[]
}

export type Device = { deviceId: string; label: string; isThisOne: boolean; createdAt: number; lastSeenAt: number }

/**
 * The wallet as the frame's page uses it. It lives in a worker of its own, which only that page can call: keys, shares and tokens never leave
 * it, except the words of an export. Every failure is a `KitError`.
 */
export type Wallet = {
  /** The person logged in on this device, or null. Calls the server only if there is a session. */
  restore(): Promise<Person | null>
  /** Emails a code, unless this person is logged in already. */
  startEmail(input: { email: string; site: string }): Promise<{ person: Person } | { isMailed: true }>
  /** Verifies the code of the latest email. The first login ever creates the wallet. */
  verifyEmail(input: { code: string }): Promise<Login>
  /** Starts a login at a provider. Only this device can finish it. */
  startSocial(input: {
    provider: SocialProvider
    site: string
    back: { url: string; isPopup: boolean }
  }): Promise<{ uri: string }>
  /** Finishes a social login at the site where it began. The first login ever creates the wallet. */
  finishSocial(input: { flow: string; code: string; site: string }): Promise<SocialLogin>
  /** A link for the person's Farcaster app, and the ID of its flow. */
  startFarcaster(input: { site: string }): Promise<{ flow: string; url: string }>
  /** The login's result once the person has signed there; of the latest flow unless given. */
  finishFarcaster(input: { flow?: string | undefined; site: string }): Promise<SocialLogin | { isPending: true }>
  /** The challenge of a passkey login, for an existing passkey or a new one. */
  startPasskey(input: { site: string }): Promise<{ challenge: string; endsInSeconds: number }>
  /** Finishes a passkey login. A new passkey creates a wallet; on a new device, its secret opens the wallet at once. */
  finishPasskey(input: { passkey: PasskeyAnswer; prf?: Uint8Array | undefined }): Promise<Login>
  /** Has the guardian email a link, or return the address of its own login; the person compares the number. */
  startRelease(): Promise<{ number: string; endsInSeconds: number; uri?: string | undefined } & Partial<Held>>
  /**
   * Starts the guardian's own login of a person from a social login or Farcaster. Until it succeeds, nothing is encrypted to the guardian for
   * them; afterwards it can recover the wallet. `awaitRelease` resolves when it is done.
   */
  startVouching(): ReturnType<Wallet['startRelease']>
  /**
   * Resolves when the link is approved, with a date if the device has to wait; throws `user_rejected` if the person rejected it, `not_found` if
   * no one answered in time.
   */
  awaitRelease(): Promise<Person | Held>
  /** The code that adds this device from another one: it identifies this device's key. */
  deviceCode(): Promise<string>
  /** Recovers after another device has added this one; `not_found` before. */
  recoverByDevice(): Promise<Person>
  /** Adds the device that shows this code; `sign_in_unproven` if none of the person's new devices does. */
  approveDevice(input: { code: string }): Promise<void>
  recoverByCode(input: { code: string }): Promise<Person>
  /** Recovers with the 32 bytes of the passkey's PRF. */
  recoverByPasskey(input: { credentialId: string; prf: Uint8Array }): Promise<Person>
  /** The ways to this device's own recovery share: with its other share, it signs while the API is down. */
  ownWays(): Promise<RecoveryWay[]>
  /** Fetches the signing share while the person still reads, so that approval takes effect at once. */
  prepare(): Promise<void>
  sign<K extends SignRequest['kind']>(request: Extract<SignRequest, { kind: K }>): Promise<Signed[K]>
  /** Proves to the project's paymaster that this person is logged in; valid for two minutes. */
  sponsorPass(): Promise<string>
  /** Ends the session; the device keeps its share, so that the next login is a code alone. */
  signOut(): Promise<void>
  /** Ends the session and leaves nothing of the wallet on this device. */
  forgetDevice(): Promise<void>
  listDevices(): Promise<Device[]>
  revokeDevice(input: { deviceId: string }): Promise<void>
  listRecoveries(): Promise<{ kind: RecoveryKind; label: string | null; credentialId: string | null }[]>
  /** Replaces the recovery code. */
  newRecoveryCode(): Promise<string>
  /** Stops it from recovering the wallet on any device; `invalid_request` for the login passkey and the last way. */
  removePasskey(input: { credentialId: string }): Promise<void>
  addPasskey(input: { credentialId: string; prf: Uint8Array; label: string }): Promise<void>
  /** The wallet's policy, the project's loosest, and the provider that the guardian could recover by after its own login. */
  readPolicy(): Promise<{ policy: RecoveryPolicy; loosest: RecoveryPolicy; unvouched?: AccountProvider | undefined }>
  /** Loosens the wallet's policy to this project's. Nothing else ever does. */
  loosenPolicy(): Promise<void>
  /** The login's provider (null for email), and the address for emails. */
  readLogin(): Promise<{ provider: AccountProvider | 'passkey' | null; email: string | null }>
  /**
   * Starts a change of address: sends a code to the old one or, without one, to the new one. A first address needs the login's own key: a
   * passkey's response (`startReauth` for `email`), or a login of the last minutes (otherwise `sign_in_unproven`).
   */
  startEmailChange(input: {
    email: string
    passkey?: PasskeyAnswer | undefined
  }): Promise<{ step: 'primary' | 'secondary' }>
  /** Verifies the code from the old address, and sends one to the new address. */
  verifyOldEmail(input: { code: string }): Promise<void>
  /** Verifies the code from the new address. From now on, recovery uses that address. */
  verifyNewEmail(input: { code: string }): Promise<{ email: string }>
  /** The login passkey's credential ID for re-authentication; null if an emailed code does it. */
  reauthPasskey(): Promise<string | null>
  /** Starts re-authentication, by an emailed code or the login passkey. */
  startReauth(input: { purpose: GrantPurpose }): Promise<{ challenge: string }>
  /** The recovery phrase, after re-authentication. */
  exportWords(input: Proof): Promise<string>
  /** Deletes the account in a week, after re-authentication, and ends the session. The device keeps its share until then. */
  deleteAccount(input: Proof): Promise<{ deleteAt: number }>
}

export type WalletSettings = {
  projectId: string
  apiUrl: string
  guardianUrl: string
  policy: RecoveryPolicy
  /** This device's name in lists and emails: its browser and system. */
  deviceLabel: string
  /** The language of its screens. */
  language?: string
}
