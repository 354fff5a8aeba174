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

/** Whose wallet it is, as the page is told. */
export type Person = { email: string | null; evmAddress: string; solanaAddress: string }

/**
 * A way for this device to get the wallet's other half. A passkey is found by its credentials; the guardian mails a link, or has anyone who
 * came by a social login log in there once more, before itself.
 */
export type RecoveryWay =
  | { kind: 'guardian'; provider?: AccountProvider | undefined }
  | { kind: 'code' }
  | { kind: 'passkey'; credentialIds: string[] }
  | { kind: 'device' }

/** What a login came to: a person, with the first recovery code where nothing else leads back, or a device that the wallet does not know yet. */
export type Login = { person: Person; code?: string } | { isNewDevice: true; ways: RecoveryWay[] }

/** When a device that was approved gets in. */
export type Held = { opensAt: number }

/** What a social login came to, and what the person is called there. */
export type SocialLogin = { login: Login; userName: string | null }

/** What a passkey answers with: which one it was, and the 32 bytes that only it can make. */
export type PasskeySecret = { credentialId: string; prf: Uint8Array }

/** How someone proves once more who they are: by a mailed code, or by the passkey that they log in with. */
export type Proof = { code: string } | { passkey: PasskeyAnswer }

/** What is signed, in plain values: anyone who shows it to a person shows exactly this. */
export type SignRequest =
  | { kind: 'evmMessage'; message: Uint8Array }
  | { kind: 'evmTypedData'; typedData: TypedData }
  | { kind: 'evmTransaction'; transaction: EvmTransaction }
  /** An operation of a smart account; it comes back with its signatures. */
  | { kind: 'operation'; op: UserOperation; chainId: bigint }
  /** What a smart account says, by the hash of it. */
  | { kind: 'accountMessage'; account: Pick<SmartAccount, 'chainId' | 'address'>; hash: Uint8Array }
  | { kind: 'solanaMessage'; message: Uint8Array }
  | { kind: 'solanaTransactions'; transactions: Uint8Array[] }

/** An answer to each kind of request. */
export type Signed = {
  evmMessage: Hex
  evmTypedData: Hex
  evmTransaction: { raw: Hex; hash: Hex }
  operation: UserOperation
  accountMessage: Signature
  /** Base58, as every Solana library reads it. */
  solanaMessage: string
  /** The whole transactions, this wallet's signatures in their places. */
  solanaTransactions: Uint8Array[]
}

export type Device = { deviceId: string; label: string; isThisOne: boolean; createdAt: number; lastSeenAt: number }

/**
 * The wallet as the frame's page uses it. It lives in a worker of its own: keys, shares and tokens never leave that, but for the
 * words of an export, and only the page of the frame can ask. Whatever fails does so with a `KitError`.
 */
export type Wallet = {
  /** Who is logged in on this device; null for no one. Asks the server only if someone was. */
  restore(): Promise<Person | null>
  /** Mails a code, unless this very person is logged in already. */
  startEmail(input: { email: string; site: string }): Promise<{ person: Person } | { isMailed: true }>
  /** The code of the mail that was asked for last. The first login ever makes the wallet. */
  verifyEmail(input: { code: string }): Promise<Login>
  /** Where to send a person who logs in at someone else's. What they come back with is finished by this device alone. */
  startSocial(input: {
    provider: SocialProvider
    site: string
    back: { url: string; isPopup: boolean }
  }): Promise<{ uri: string }>
  /** What the person came back with, at the site where they began. The first login ever makes the wallet. */
  finishSocial(input: { flow: string; code: string; site: string }): Promise<SocialLogin>
  /** A link for the person's Farcaster app, and the name of what was begun with it. */
  startFarcaster(input: { site: string }): Promise<{ flow: string; url: string }>
  /** Whether the person has signed there, and what their login came to; without a name, what was begun here last. */
  finishFarcaster(input: { flow?: string | undefined; site: string }): Promise<SocialLogin | { isPending: true }>
  /** What a passkey has to sign, or a new one is made with, for a login here. */
  startPasskey(input: { site: string }): Promise<{ challenge: string; endsInSeconds: number }>
  /** What the passkey answered, and its secret. A new one makes a wallet; on a new device its secret opens the wallet at once. */
  finishPasskey(input: { passkey: PasskeyAnswer; prf?: Uint8Array | undefined }): Promise<Login>
  /** Has the guardian mail a link, or say where it asks the person's provider itself; the number is shown for comparison. */
  startRelease(): Promise<{ number: string; endsInSeconds: number; uri?: string | undefined } & Partial<Held>>
  /**
   * Has the guardian find out by its own login that this person is who the API says. From then on it recovers the wallet for them; before,
   * nothing is encrypted to it for anyone who came by a social login or Farcaster. `awaitRelease` tells when that is done.
   */
  startVouching(): ReturnType<Wallet['startRelease']>
  /**
   * Resolves when the link was approved, with a date where the device has to wait; `user_rejected` when the person refused there, `not_found`
   * when no one answered in time.
   */
  awaitRelease(): Promise<Person | Held>
  /** What this device shows so that another one lets it in: it tells this device's key from every other. */
  deviceCode(): Promise<string>
  /** After another device let this one in; `not_found` before. */
  recoverByDevice(): Promise<Person>
  /** Lets the device in that shows this code; `sign_in_unproven` where none of the person's new devices does. */
  approveDevice(input: { code: string }): Promise<void>
  recoverByCode(input: { code: string }): Promise<Person>
  /** With the 32 bytes that the passkey's PRF gave. */
  recoverByPasskey(input: { credentialId: string; prf: Uint8Array }): Promise<Person>
  /** The ways to this device's own recovery share: with its other share, it signs while the API is away. */
  ownWays(): Promise<RecoveryWay[]>
  /** Fetches what signing needs while the person still reads, so that a yes is answered at once. */
  prepare(): Promise<void>
  sign<K extends SignRequest['kind']>(request: Extract<SignRequest, { kind: K }>): Promise<Signed[K]>
  /** What the project's paymaster takes as word that this person is logged in, for two minutes. */
  sponsorPass(): Promise<string>
  /** Ends the session; the device keeps its share, so that the next login is a code alone. */
  signOut(): Promise<void>
  /** Ends the session and leaves nothing of the wallet on this device. */
  forgetDevice(): Promise<void>
  listDevices(): Promise<Device[]>
  revokeDevice(input: { deviceId: string }): Promise<void>
  listRecoveries(): Promise<{ kind: RecoveryKind; label: string | null; credentialId: string | null }[]>
  /** A new code to write down, in place of the last one. */
  newRecoveryCode(): Promise<string>
  /** From now on it leads back on no device; `invalid_request` for the one that the person logs in with, and for the last way. */
  removePasskey(input: { credentialId: string }): Promise<void>
  addPasskey(input: { credentialId: string; prf: Uint8Array; label: string }): Promise<void>
  /** The wallet's own policy, the loosest that this project would have, and the login that the guardian could recover by once it is vouched for. */
  readPolicy(): Promise<{ policy: RecoveryPolicy; loosest: RecoveryPolicy; unvouched?: AccountProvider | undefined }>
  /** Loosens the wallet's policy to this project's. Nothing else ever does. */
  loosenPolicy(): Promise<void>
  /** How the person logs in here (null for by mail), and the address that mails go to. */
  readLogin(): Promise<{ provider: AccountProvider | 'passkey' | null; email: string | null }>
  /**
   * Begins a change of address: a code goes to the old one, or, where there is none, to the new one at once. That takes the login's own key: a
   * passkey's answer (`startReauth` for `email`), or a login of a moment ago (`sign_in_unproven`).
   */
  startEmailChange(input: {
    email: string
    passkey?: PasskeyAnswer | undefined
  }): Promise<{ step: 'primary' | 'secondary' }>
  /** The code that went to the old address; another goes to the new one. */
  verifyOldEmail(input: { code: string }): Promise<void>
  /** The code that went to the new address. From now on recovery leads there. */
  verifyNewEmail(input: { code: string }): Promise<{ email: string }>
  /** The passkey that proves who it is, by its name, for anyone who logs in by one; null for a mailed code. */
  reauthPasskey(): Promise<string | null>
  /** Mails a code, or says what the passkey has to sign, for what only the person may do: an export, or the end of their account. */
  startReauth(input: { purpose: GrantPurpose }): Promise<{ challenge: string }>
  /** The words, after that proof. */
  exportWords(input: Proof): Promise<string>
  /** Deletes the account a week from now, after that proof, and ends the session. The device keeps its share until then. */
  deleteAccount(input: Proof): Promise<{ deleteAt: number }>
}

/** What a wallet is made with. */
export type WalletSettings = {
  projectId: string
  apiUrl: string
  guardianUrl: string
  policy: RecoveryPolicy
  /** What this device is called in lists and mails: a browser's and a system's name. */
  deviceLabel: string
  /** The language that it is shown in. */
  language?: string
}
