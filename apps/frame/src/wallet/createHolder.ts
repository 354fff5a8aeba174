import type { Client, Output } from '@billfold/protocol/contract'
import type { embeddedApi } from '@billfold/protocol/embedded/embeddedApi'
import type { guardianApi } from '@billfold/protocol/embedded/guardianApi'
import { KitError } from '@billfold/protocol/error'
import { deriveWallet, type WalletKeys, wipeKeys } from '../vault/deriveWallet.ts'
import { joinWallet } from '../vault/shares.ts'
import type { Session, SessionDeps } from './createSession.ts'
import { deviceOpener } from './deviceKeys.ts'
import { type DeviceRecord, isSameSet, type KeptShare, setsOf, withShare } from './deviceStore.ts'
import { openShare, takeShare } from './shareSets.ts'

export type GuardianClient = Client<typeof guardianApi>
type HolderDeps = SessionDeps & { session: Session; wait(ms: number): Promise<void> }
type ServerShare = Output<typeof embeddedApi, 'readShare'>
/** A wallet made whole, for as long as one thing takes. */
export type Whole = { entropy: Uint8Array; keys: WalletKeys; share: KeptShare; device: DeviceRecord }

/** How long the whole stays in memory after it was joined by recovery, so that a day without the API is no hour of typing. */
const unlockedMs = 5 * 60_000

/** Makes the wallet whole for as long as one thing takes. */
export function createHolder({ settings, store, session, now, wait }: HolderDeps) {
  const { projectId } = settings
  /** Both are one wallet's: the next person who logs in here has another one. */
  let prepared: (ServerShare & { walletId: string | undefined }) | undefined
  /** Counts what makes a fetched share worthless. */
  let drops = 0
  let unlocked: { walletId: string; entropy: Uint8Array; until: number } | undefined
  let charterSequence = 0

  const forget = () => {
    unlocked?.entropy.fill(0)
    unlocked = undefined
    prepared = undefined
    drops++
  }

  /** A server that has forgotten the device's share is one that is away: recovery can do without it. */
  const readShare = async (): Promise<NonNullable<typeof prepared>> => {
    try {
      const { walletId } = (await session.read()).device.share ?? {}
      const answer = await session.ask((client) => client.readShare({ projectId }))
      charterSequence = answer.charterSequence
      return { ...answer, walletId }
    } catch (cause) {
      if (KitError.from(cause).code !== 'not_found') throw cause
      throw new KitError('unavailable', { message: 'The server has no share for this device', cause })
    }
  }

  /** Makes the wallet whole, has it used, and leaves nothing of it. */
  const withWhole = async <T>(use: (whole: Whole) => T | Promise<T>): Promise<T> => {
    const { device } = await session.read()
    if (!device.share) throw new KitError('unauthorized')
    const whole =
      unlocked && unlocked.walletId === device.share.walletId && unlocked.until > now()
        ? {
            ...{ device, share: device.share, entropy: unlocked.entropy.slice() },
            keys: await deriveWallet(unlocked.entropy),
          }
        : await join(device)
    try {
      return await use(whole)
    } finally {
      whole.entropy.fill(0)
      wipeKeys(whole.keys)
    }
  }

  /** The server's share, put together with whichever of the device's it fits: the server may have got a newer set, or lost it. */
  const join = async (device: DeviceRecord): Promise<Whole> => {
    const isPrepared = prepared?.walletId === device.share?.walletId
    const { sealed, generation } = isPrepared && prepared ? prepared : await readShare()
    prepared = undefined
    const opener = await deviceOpener(device.keys)
    const isMeant = (set: KeptShare) => set.generation === generation
    const sets = setsOf(device).filter(({ walletId }) => walletId === device.share?.walletId)
    for (const share of [...sets.filter(isMeant), ...sets.filter((set) => !isMeant(set))]) {
      const shares = await Promise.allSettled([takeShare(device.keys, share), openShare(opener, 'auth', share, sealed)])
      const [mine, theirs] = shares.map((each) => (each.status === 'fulfilled' ? each.value : new Uint8Array()))
      try {
        const whole = await joinWallet(mine!, theirs!, share.evmAddress)
        return { ...whole, share, device: await keepProven(device, share) }
      } catch {
        // Another of the device's sets may be the one.
      } finally {
        mine!.fill(0)
        theirs!.fill(0)
      }
    }
    throw new KitError('unavailable', { message: 'The server’s share fits none of this device’s' })
  }

  /** A set whose halves fit is the device's share; what was made before it has served. */
  const keepProven = async (device: DeviceRecord, share: KeptShare): Promise<DeviceRecord> => {
    const isCurrent = device.share && isSameSet(device.share, share)
    const isOver = (each: KeptShare) => isCurrent && each.generation < share.generation && leadsBackAs(share, each)
    if (isCurrent && !setsOf(device).some(isOver)) return device
    // Another tab may be sending a set away at this moment.
    const { others = [], ...kept } = withShare((await store.readDevice(device.identity)) ?? device, share)
    const record = { ...kept, others: others.filter((each) => !isOver(each)) }
    await store.writeDevice(record)
    return record
  }

  return {
    withWhole,
    withEntropy: <T>(use: (entropy: Uint8Array) => T): Promise<T> => withWhole(({ entropy }) => use(entropy)),
    withKeys: <T>(use: (keys: WalletKeys) => Promise<T>): Promise<T> => withWhole(({ keys }) => use(keys)),
    /** In passing: what was fetched for the next signature is still there after. */
    async lendEntropy<T>(use: (entropy: Uint8Array) => T): Promise<T> {
      const [half, before] = [prepared, drops]
      const result = await withWhole(({ entropy }) => use(entropy))
      if (drops === before) prepared ??= half
      return result
    },
    forget,
    /** The number of the wallet's charter, as the server last said. */
    charterSequence: () => charterSequence,
    /** Drops what was fetched for a signature: the shares have changed since. */
    unprepare() {
      prepared = undefined
      drops++
    },
    async fetchShare() {
      prepared = await readShare()
    },
    async prepare() {
      const { walletId } = (await session.read()).device.share ?? {}
      if (![prepared, unlocked].some((each) => each && each.walletId === walletId)) prepared = await readShare()
    },
    /** Keeps the whole for a while: for recovery without the API, where nothing else can be asked for the second share. */
    unlock(walletId: string, entropy: Uint8Array) {
      forget()
      const mine = { walletId, entropy: entropy.slice(), until: now() + unlockedMs }
      unlocked = mine
      void wait(unlockedMs).then(() => {
        if (unlocked === mine) forget()
      })
    },
  }
}
export type Holder = ReturnType<typeof createHolder>

/** Whether a set leads back by every code and passkey that another does: a new code that its person never saw replaces none. */
const leadsBackAs = (set: KeptShare, other: KeptShare): boolean =>
  other.recoveries.every(
    ({ key: { kind, publicKey } }) =>
      kind === 'guardian' || kind === 'device' || set.recoveries.some(({ key }) => key.publicKey === publicKey),
  )
