import type { Client, Output } from '@billfold/protocol/contract'
import type { embeddedApi, RecoveryKey, ShareSet } from '@billfold/protocol/embedded/embeddedApi'
import type { guardianApi } from '@billfold/protocol/embedded/guardianApi'
import { keyPairFrom } from '@billfold/protocol/embedded/hpke'
import { KitError } from '@billfold/protocol/error'
import { encodeBase64Url } from '@billfold/protocol/wc/base64'
import { deriveWallet, type WalletKeys, wipeKeys } from '../vault/deriveWallet.ts'
import { keysOfCode, newRecoveryCode } from '../vault/recoveryCode.ts'
import { joinWallet } from '../vault/shares.ts'
import type { Session, SessionDeps } from './createSession.ts'
import { deviceCodeOf, readDeviceCode } from './deviceCode.ts'
import { deviceOpener } from './deviceKeys.ts'
import { type DeviceRecord, type KeptShare, withShare } from './deviceStore.ts'
import { isProven, withProof } from './recoveryProof.ts'
import { makeShareSet, openShare, takeShare } from './shareSets.ts'
import type { PasskeySecret } from './wallet.ts'

export type GuardianClient = Client<typeof guardianApi>
type HolderDeps = SessionDeps & { session: Session; guardian: GuardianClient; wait(ms: number): Promise<void> }
type Sets = Output<typeof embeddedApi, 'readRecoveries'>['sets']

/** How long the whole stays in memory after it was joined by recovery, so that a day without the API is no hour of typing. */
const unlockedMs = 5 * 60_000
const dayMs = 86_400_000

/** Makes the wallet whole for as long as one thing takes, and looks after the shares. */
export function createHolder({ settings, store, session, guardian, now, wait }: HolderDeps) {
  const { projectId } = settings
  let prepared: Output<typeof embeddedApi, 'readShare'> | undefined
  let unlocked: { entropy: Uint8Array; until: number } | undefined

  const forget = () => {
    unlocked?.entropy.fill(0)
    unlocked = undefined
    prepared = undefined
  }

  /** The one of the device's two sets that the server has the other half of. */
  const current = async (device: DeviceRecord, generation: number): Promise<KeptShare> => {
    if (device.share?.generation === generation) return device.share
    if (device.next?.generation !== generation) throw new KitError('account_mismatch')
    await store.writeDevice(withShare(device, device.next))
    return device.next
  }

  type Whole = { entropy: Uint8Array; keys: WalletKeys; share: KeptShare; device: DeviceRecord }
  /** Makes the wallet whole, has it used, and leaves nothing of it. */
  const withWhole = async <T>(use: (whole: Whole) => T | Promise<T>): Promise<T> => {
    const { device } = await session.read()
    if (!device.share) throw new KitError('unauthorized')
    const { share, entropy, keys } =
      unlocked && unlocked.until > now()
        ? { share: device.share, entropy: unlocked.entropy.slice(), keys: await deriveWallet(unlocked.entropy) }
        : await join(device)
    try {
      return await use({ entropy, keys, share, device })
    } finally {
      entropy.fill(0)
      wipeKeys(keys)
    }
  }

  /** The device's share and the server's, put together. */
  const join = async (device: DeviceRecord) => {
    const told = prepared ?? (await session.ask((client) => client.readShare({ projectId })))
    prepared = undefined
    const share = await current(device, told.generation)
    const [mine, theirs] = await Promise.all([
      takeShare(device.keys, share),
      openShare(await deviceOpener(device.keys), 'auth', share, told.sealed),
    ])
    try {
      return { share, ...(await joinWallet(mine, theirs, share.evmAddress)) }
    } finally {
      mine.fill(0)
      theirs.fill(0)
    }
  }

  /** The guardian's key, from the guardian itself; none where it does not respond. `isOut` where it is not to help, or could not ask this person who they are. */
  const askGuardian = async ({
    provider,
  }: Pick<DeviceRecord, 'provider'>): Promise<{ keys: RecoveryKey[]; isOut: boolean }> => {
    // Nothing is sealed to it where it shall not help, whatever anyone lists; and it has nothing to ask a passkey's person by.
    if (settings.policy === 'strict' || provider === 'passkey') return { keys: [], isOut: true }
    try {
      const { publicKey, socials = [] } = await guardian.readKey({})
      const isOut = provider !== undefined && !socials.includes(provider)
      return { keys: isOut ? [] : [{ kind: 'guardian', publicKey }], isOut }
    } catch {
      // Without it a set is sealed to the other keys alone; whether there are any is asked where it is made.
      return { keys: [], isOut: false }
    }
  }

  /** A set's other shares handed to the server. The device's own is written before, and takes the old one's place after. */
  const hand = async (
    device: DeviceRecord,
    made: Awaited<ReturnType<typeof makeShareSet>>,
    give: (set: (typeof made)['set']) => Promise<unknown>,
  ): Promise<void> => {
    if (made.set.recoveries.length === 0)
      throw settings.policy === 'strict'
        ? new KitError('invalid_request', { message: 'Make a recovery code or add a passkey first' })
        : new KitError('unavailable', { message: 'The recovery service did not respond. Try again in a moment' })
    await store.writeDevice({ ...device, next: made.kept })
    await give(made.set)
    await store.writeDevice(withShare(device, made.kept))
    prepared = undefined
  }

  type Change = (keys: RecoveryKey[], entropy: Uint8Array) => RecoveryKey[]
  /** New shares for this device: sealed to other recovery keys than before, or for another address. */
  const resplit = (
    change: Change,
    identity?: string,
    give: (shares: ShareSet) => Promise<unknown> = (shares) =>
      session.ask((client) => client.enrolDevice({ projectId, shares })),
  ): Promise<void> =>
    withWhole(async ({ entropy, share, device }) => {
      const { session: record } = await session.read()
      const { sets } = await session.ask((client) => client.readRecoveries({ projectId }))
      const proven = provenKeys(entropy, [...sets, share])
      const recoveryKeys = [...(await askGuardian(device)).keys, ...change(proven, entropy)]
      const generation = nextGeneration([...sets, share])
      const of = { ...share, identity: identity ?? record.identity, generation, policy: settings.policy }
      const made = await makeShareSet(entropy, device.keys, of, recoveryKeys)
      await hand(device, made, give)
    })

  let markedAt = Number.NEGATIVE_INFINITY
  /**
   * After a change of address on another device, this one's recovery share is still the old address's to open, and after a change of policy
   * still sealed under the old one: makes new shares. Where a new device has to wait while others are in use, the guardian hears of the use.
   */
  const followUp = async (): Promise<void> => {
    try {
      const { session: record, device } = await session.read()
      if (!device.share) return
      const { sealedFor, policy = 'convenient', walletId } = device.share
      if (sealedFor !== record.identity || policy !== settings.policy) await resplit((keys) => keys)
      if (settings.policy !== 'hardened' || now() - markedAt < dayMs) return
      await guardian.markActive({ walletId })
      markedAt = now()
    } catch {
      // Nothing depends on it now: it is tried again the next time that the wallet is used.
    }
  }

  return {
    withEntropy: <T>(use: (entropy: Uint8Array) => T): Promise<T> => withWhole(({ entropy }) => use(entropy)),
    askGuardian,
    followUp,
    hand,
    resplit,
    forget,
    async withKeys<T>(use: (keys: WalletKeys) => Promise<T>): Promise<T> {
      const used = await withWhole(({ keys }) => use(keys))
      void followUp()
      return used
    },
    keepPrepared(told: Output<typeof embeddedApi, 'readShare'>) {
      prepared = told
    },
    async prepare() {
      if (!prepared && !unlocked) prepared = await session.ask((client) => client.readShare({ projectId }))
    },
    /** Keeps the whole for a while: for recovery without the API, where nothing else can be asked for the second share. */
    unlock(entropy: Uint8Array) {
      forget()
      const mine = { entropy: entropy.slice(), until: now() + unlockedMs }
      unlocked = mine
      void wait(unlockedMs).then(() => {
        if (unlocked === mine) forget()
      })
    },
    async listRecoveries() {
      const { device } = await session.read()
      return (device.share?.recoveries ?? [])
        .filter(({ key }) => key.kind !== 'device')
        .map(({ key }) => ({
          kind: key.kind,
          label: key.label ?? null,
          credentialId: key.credentialId ?? null,
        }))
    },
    async newRecoveryCode() {
      const code = newRecoveryCode()
      await resplit(
        (keys, entropy) => [...keys.filter(({ kind }) => kind !== 'code'), codeKey(entropy, code)],
        undefined,
        (shares) => session.ask((client) => client.enrolDevice({ projectId, shares, replacesCode: true })),
      )
      return code
    },
    /** Lets in the one device that shows this code: the server lists keys, and only the code says which of them is the person's. */
    async approveDevice({ code }: { code: string }) {
      const { devices } = await session.ask((client) => client.listDevices({ projectId }))
      const publicKey = devices
        .flatMap(({ sealKey = [] }) => sealKey)
        .find((key) => deviceCodeOf(key) === readDeviceCode(code))
      if (publicKey === undefined) throw new KitError('sign_in_unproven')
      await resplit((keys, entropy) => [...keys, withProof(entropy, { kind: 'device', publicKey })])
    },
    async addPasskey({ credentialId, prf, label }: { credentialId: string; prf: Uint8Array; label: string }) {
      await resplit((keys, entropy) => [
        ...keys.filter((key) => key.credentialId !== credentialId),
        passkeyKey(entropy, { credentialId, prf }, label),
      ])
    },
  }
}
export type Holder = ReturnType<typeof createHolder>

/** Every key that the wallet itself once took, each once; of codes the newest, since a person throws the old paper away. */
export function provenKeys(
  entropy: Uint8Array,
  sets: readonly Pick<Sets[number], 'generation' | 'recoveries'>[],
): RecoveryKey[] {
  const newestFirst = [...sets].sort((one, two) => two.generation - one.generation)
  const keys = newestFirst.flatMap(({ recoveries }) => recoveries.map(({ key }) => key))
  const found = new Map<string, RecoveryKey>()
  for (const key of keys) {
    // What was sealed to one device, once, is for no one else.
    if (key.kind === 'guardian' || key.kind === 'device' || !isProven(entropy, key)) continue
    const name = key.kind === 'code' ? 'code' : key.publicKey
    if (!found.has(name)) found.set(name, key)
  }
  return [...found.values()]
}

/** A recovery code as a key that the wallet takes. */
export const codeKey = (entropy: Uint8Array, code: string): RecoveryKey =>
  withProof(entropy, { kind: 'code', publicKey: publicOf(keysOfCode(code)) })

/** A passkey as a key that the wallet takes. */
export const passkeyKey = (entropy: Uint8Array, { credentialId, prf }: PasskeySecret, label: string): RecoveryKey =>
  withProof(entropy, { kind: 'passkey', publicKey: publicOf(keyPairFrom(prf)), credentialId, label })

export const nextGeneration = (sets: readonly { generation: number }[]): number =>
  1 + Math.max(0, ...sets.map(({ generation }) => generation))

function publicOf({ secretKey, publicKey }: ReturnType<typeof keyPairFrom>): string {
  secretKey.fill(0)
  return encodeBase64Url(publicKey)
}
