import type { Client, Output } from '@billfold/protocol/contract'
import type { embeddedApi } from '@billfold/protocol/embedded/embeddedApi'
import type { guardianApi } from '@billfold/protocol/embedded/guardianApi'
import { KitError } from '@billfold/protocol/error'
import { deriveWallet, type WalletKeys, wipeKeys } from '../vault/deriveWallet.ts'
import { joinWallet } from '../vault/shares.ts'
import type { Session, SessionDeps } from './createSession.ts'
import { deviceOpener } from './deviceKeys.ts'
import { type DeviceRecord, type DeviceStore, isSameSet, type KeptShare, setsOf, withShare } from './deviceStore.ts'
import { openShare, takeShare } from './shareSets.ts'

export type GuardianClient = Client<typeof guardianApi>
type HolderDeps = SessionDeps & { session: Session; wait(ms: number): Promise<void> }
type ServerShare = Output<typeof embeddedApi, 'readShare'>
/** A joined wallet, for the duration of one operation. */
export type Whole = { entropy: Uint8Array; keys: WalletKeys; share: KeptShare; device: DeviceRecord }

/** A recovered wallet stays in memory this long, so that no one has to recover again for each signature while the API is down. */
const unlockedMs = 5 * 60_000

/** Joins the wallet for one operation at a time. */
export function createHolder({ settings, store, session, now, wait }: HolderDeps) {
  const { projectId } = settings
  /** `prepared` and `unlocked` belong to one wallet: the next person who logs in here has a different one. */
  let prepared: (ServerShare & { walletId: string | undefined }) | undefined
  /** Counts events that invalidate a fetched share. */
  let drops = 0
  let unlocked: { walletId: string; entropy: Uint8Array; until: number } | undefined
  let charterSequence = 0

  const forget = () => {
    unlocked?.entropy.fill(0)
    unlocked = undefined
    prepared = undefined
    drops++
  }

  /** A server that lost the device's share counts as unavailable: recovery works without it. */
  const readShare = async (): Promise<NonNullable<typeof prepared>> => {
    try {
      const { walletId } = (await session.read()).device.share ?? {}
      const serverShare = await session.ask((client) => client.readShare({ projectId }))
      charterSequence = serverShare.charterSequence
      return { ...serverShare, walletId }
    } catch (cause) {
      if (KitError.from(cause).code !== 'not_found') throw cause
      throw new KitError('unavailable', { message: 'The server has no share for this device', cause })
    }
  }

  /** Joins the wallet for `use`, then wipes it. */
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

  /** Joins the wallet from the prepared share, or one that it fetches now. */
  const join = async (device: DeviceRecord): Promise<Whole> => {
    const isPrepared = prepared?.walletId === device.share?.walletId
    const serverShare = isPrepared && prepared ? prepared : await readShare()
    prepared = undefined
    return await joinFittingSet(store, device, serverShare)
  }

  return {
    withWhole,
    withEntropy: <T>(use: (entropy: Uint8Array) => T): Promise<T> => withWhole(({ entropy }) => use(entropy)),
    withKeys: <T>(use: (keys: WalletKeys) => Promise<T>): Promise<T> => withWhole(({ keys }) => use(keys)),
    /** Like `withEntropy`, but keeps the share that was fetched for the next signature. */
    async lendEntropy<T>(use: (entropy: Uint8Array) => T): Promise<T> {
      const [half, before] = [prepared, drops]
      const result = await withWhole(({ entropy }) => use(entropy))
      if (drops === before) prepared ??= half
      return result
    },
    forget,
    /** Sequence of the wallet's charter in the server's latest response. */
    charterSequence: () => charterSequence,
    /** Drops the share that was fetched for a signature: the shares have changed since. */
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
    /** Keeps the joined wallet for a while after a recovery without the API, which has the second share. */
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

/** Joins the server's share with the set of this device that it fits: the server may have a newer one, or have lost it. */
async function joinFittingSet(
  store: DeviceStore,
  device: DeviceRecord,
  { sealed, generation }: ServerShare,
): Promise<Whole> {
  const opener = await deviceOpener(device.keys)
  const isMeant = (set: KeptShare) => set.generation === generation
  const sets = setsOf(device).filter(({ walletId }) => walletId === device.share?.walletId)
  for (const share of [...sets.filter(isMeant), ...sets.filter((set) => !isMeant(set))]) {
    const shares = await Promise.allSettled([takeShare(device.keys, share), openShare(opener, 'auth', share, sealed)])
    const [mine, theirs] = shares.map((each) => (each.status === 'fulfilled' ? each.value : new Uint8Array()))
    try {
      const whole = await joinWallet(mine!, theirs!, share.evmAddress)
      return { ...whole, share, device: await keepProven(store, device, share) }
    } catch {
      // Another of the device's sets may fit.
    } finally {
      mine!.fill(0)
      theirs!.fill(0)
    }
  }
  throw new KitError('unavailable', { message: 'The server’s share matches none of this device’s' })
}

/** Makes a set whose halves fit the device's share, and drops earlier sets that it replaces. */
async function keepProven(store: DeviceStore, device: DeviceRecord, share: KeptShare): Promise<DeviceRecord> {
  const isCurrent = device.share && isSameSet(device.share, share)
  const isOver = (each: KeptShare) => isCurrent && each.generation < share.generation && recoversAs(share, each)
  if (isCurrent && !setsOf(device).some(isOver)) return device
  // Another tab may be sending a set at this moment.
  const { others = [], ...kept } = withShare((await store.readDevice(device.identity)) ?? device, share)
  const record = { ...kept, others: others.filter((each) => !isOver(each)) }
  await store.writeDevice(record)
  return record
}

/** Whether a set recovers the wallet with every code and passkey of another: a new code that the person never saw replaces none. */
const recoversAs = (set: KeptShare, other: KeptShare): boolean =>
  other.recoveries.every(
    ({ key: { kind, publicKey } }) =>
      kind === 'guardian' || kind === 'device' || set.recoveries.some(({ key }) => key.publicKey === publicKey),
  )
