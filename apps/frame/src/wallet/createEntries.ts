import type { EmbeddedSession } from '@billfold/protocol/embedded/embeddedApi'
import { KitError } from '@billfold/protocol/error'
import type { Changes } from './createChanges.ts'
import { createFirstWallet } from './createFirstWallet.ts'
import type { Session, SessionDeps } from './createSession.ts'
import { deviceOpener } from './deviceKeys.ts'
import { type DeviceRecord, setsOf, withShare } from './deviceStore.ts'
import { type RecoverySource, sourceOfDevice, sourcesOfServer, waysOf } from './recoverySources.ts'
import type { Login, PasskeySecret, Person } from './wallet.ts'

/** The recovery sources, and where the result goes: to a device without shares, or to this one's own while the API is down. */
export type Entry = { sources: RecoverySource[]; deviceId: string; joining?: NonNullable<EmbeddedSession['wallet']> }
type EntryDeps = SessionDeps & {
  session: Session
  changes: Changes
  /** Runs first for every login, even one that is resumed after a reload. */
  onSettle(identity: string): void
}
export type Entries = ReturnType<typeof createEntries>

/** Settles logins: with a wallet that the device has, with a new one, or with an entry to one that it has yet to recover. */
export function createEntries(deps: EntryDeps) {
  const { settings, store, session, now } = deps
  const { projectId, policy } = settings
  let entry: Entry | undefined

  const readPerson = async (): Promise<Person> => {
    const { session: record, device } = await session.read()
    if (!device.share) throw new KitError('unauthorized')
    return { email: record.email, evmAddress: device.share.evmAddress, solanaAddress: device.share.solanaAddress }
  }

  const settle = async (record: EmbeddedSession, known: DeviceRecord, passkey?: PasskeySecret): Promise<Login> => {
    entry = undefined
    deps.onSettle(known.identity)
    const { wallet, deviceId, isEnrolled } = record
    // An account deleted here is gone after its date, unless the server still has it.
    const isOver = known.endsAt !== undefined && known.endsAt <= now() && !wallet
    const { endsAt: _, share, others, charter, ...rest } = known
    const device: DeviceRecord = isOver ? rest : { ...rest, share, others, charter }
    if (known.endsAt !== undefined) await store.writeDevice(device)
    const mine = setsOf(device).find(({ walletId }) => walletId === wallet?.walletId)
    const isMine = mine !== undefined && mine.evmAddress === wallet?.evmAddress
    // The device's wallet is the person's, whatever wallet the server names, if any.
    if (device.share && !(isMine && !isEnrolled)) return { person: await readPerson() }
    if (!wallet) {
      const code = await createFirstWallet(deps, record, device, passkey)
      return { person: await readPerson(), ...(code !== undefined && { code }) }
    }
    if (mine && !isMine) throw new KitError('account_mismatch')
    if (mine && isEnrolled) {
      await store.writeDevice(withShare(device, mine))
      return { person: await readPerson() }
    }
    const recoveries = await session.ask((client) => client.readRecoveries({ projectId }))
    const sources = [
      ...sourcesOfServer(recoveries, await deviceOpener(device.keys), { ...wallet, deviceId }),
      ...ownSources(device),
    ]
    entry = { sources, deviceId, joining: wallet }
    return { isNewDevice: true, ways: waysOf(sources, policy, device.provider) }
  }

  const ownSources = (device: DeviceRecord): RecoverySource[] =>
    setsOf(device)
      .filter(({ walletId }) => walletId === device.share?.walletId)
      .map((set) => sourceOfDevice(device.keys, set))

  /** The entry of a login on a new device, even after a reload; otherwise the device's own shares. */
  const find = async (): Promise<Entry> => {
    if (entry) return entry
    const { session: record, device } = await session.read()
    if (device.share) return { sources: ownSources(device), deviceId: device.share.deviceId }
    const refreshed = await session.refresh(record.accessToken)
    if (refreshed) await settle(refreshed, device)
    if (!entry) throw new KitError('unauthorized')
    return entry
  }

  return {
    settle,
    find,
    readPerson,
    ownSources,
    clear() {
      entry = undefined
    },
  }
}
