import { isSameBytes } from '@billfold/protocol/bytes'
import type { AccountProvider, ShareSet } from '@billfold/protocol/embedded/embeddedApi'
import type { WalletCharter } from '@billfold/protocol/embedded/walletCharter'
import type { GuardianTicket } from './createRegistration.ts'
import type { DeviceKeys, EncryptedShare } from './deviceKeys.ts'

/** How someone comes who does not by mail. */
export type LoginProvider = AccountProvider | 'passkey'

/** One person's wallet on this device: its keys, and the share that is kept under them once there is one. */
export type DeviceRecord = {
  /** The person, as servers know them: the record's name. */
  identity: string
  /** By which login they come here: the next one there is made with the same keys, before anyone knows whose it will be. */
  provider?: LoginProvider | undefined
  keys: DeviceKeys
  /** The share that last opened the wallet with the server's, or that was made here since. */
  share?: KeptShare | undefined
  /** Shares of sets that the server was sent and may have, the newest first: written before they are sent, so that no crash leaves the two apart. */
  others?: KeptShare[] | undefined
  /** The last charter that this device handed out or took over: it takes no earlier one. */
  charter?: WalletCharter | undefined
  /** Letters to which another device binds a share for this one, while it has none. No server receives them. */
  pairing?: string | undefined
  /** When the account is erased whose person deleted it on this device. */
  endsAt?: number | undefined
}

/** The device's share with what it belongs to. The address is pinned: whatever the shares give must be this wallet. */
export type KeptShare = {
  walletId: string
  deviceId: string
  generation: number
  evmAddress: string
  solanaAddress: string
  /** The wallet's charter when the set was made. */
  charter: WalletCharter
  /** The encrypted recovery share: with the device's own it opens the wallet while the API is down. */
  recoveries: ShareSet['recoveries']
  kept: EncryptedShare
}

/** Everything this device can open a wallet with, the share that last did so first. */
export const setsOf = ({ share, others = [] }: Pick<DeviceRecord, 'share' | 'others'>): KeptShare[] =>
  share ? [share, ...others] : others

/** How many sets a device keeps that may have gone astray. */
const maxOthers = 8

/** The record of a device whose share is this one now. The others stay: which of them a server has the other half of is its word. */
export function withShare(record: DeviceRecord, share: KeptShare): DeviceRecord {
  const others = setsOf(record).filter((other) => !isSameSet(other, share))
  return { ...withOthers(record, others), share }
}

/** The record of a device that is about to send a set away. */
export const withSent = (record: DeviceRecord, sent: KeptShare): DeviceRecord => ({
  ...withOthers(record, [sent, ...(record.others ?? [])]),
  ...(record.share && { share: record.share }),
})

const withOthers = ({ identity, provider, keys, charter }: DeviceRecord, others: KeptShare[]): DeviceRecord => ({
  identity,
  ...(provider && { provider }),
  keys,
  ...(charter && { charter }),
  ...(others.length > 0 && { others: others.slice(0, maxOthers) }),
})

export const isSameSet = (one: KeptShare, other: KeptShare): boolean =>
  one.walletId === other.walletId && one.generation === other.generation && isSameBytes(one.kept.iv, other.kept.iv)

/** The login on this device. The tokens are worthless without the keys. */
export type SessionRecord = {
  identity: string
  /** Absent for anyone who logged in by mail. */
  provider?: LoginProvider | undefined
  email: string | null
  /** The host of the site where they logged in: mails name it. */
  site: string
  accessToken: string
  /** When the access token ends, by this device's clock. */
  endsAt: number
  refreshToken: string
  /** The person that the server names now, if that is someone else: believed once the wallet's charter says so. */
  claim?: { identity: string; email: string | null } | undefined
  /** The server's time minus this device's. */
  clockOffsetMs: number
}

/** A login elsewhere that was begun: the page that began it may be gone by the time that the person is back. */
export type SocialFlow = { flow: string; provider: AccountProvider; site: string; keys: DeviceKeys }

/** A device's storage. Workers of several frames use it at once: each call is atomic. */
export type DeviceStore = {
  readDevice(identity: string): Promise<DeviceRecord | undefined>
  listDevices(): Promise<DeviceRecord[]>
  writeDevice(record: DeviceRecord): Promise<void>
  removeDevice(identity: string): Promise<void>
  readSession(): Promise<SessionRecord | undefined>
  writeSession(record: SessionRecord): Promise<void>
  removeSession(): Promise<void>
  /** One at a time: anyone who begins another gives the last one up. */
  readFlow(): Promise<SocialFlow | undefined>
  writeFlow(flow: SocialFlow | undefined): Promise<void>
  /** Of the person who used the wallet last. */
  readTicket(): Promise<GuardianTicket | undefined>
  writeTicket(ticket: GuardianTicket): Promise<void>
}

/** The browser's store. Throws if the browser blocks storage in a frame of a different site. */
export async function openDeviceStore(indexedDb: IDBFactory): Promise<DeviceStore> {
  const opening = indexedDb.open('billfold', 1)
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore('devices', { keyPath: 'identity' })
    opening.result.createObjectStore('session')
  }
  const database = await settled(opening)
  const inStore = <T>(
    name: 'devices' | 'session',
    mode: IDBTransactionMode,
    use: (store: IDBObjectStore) => IDBRequest<T>,
  ) =>
    new Promise<T>((resolve, reject) => {
      const transaction = database.transaction(name, mode, { durability: 'strict' })
      const request = use(transaction.objectStore(name))
      // Once it is on the disk: a stored share must survive a crash.
      transaction.oncomplete = () => resolve(request.result)
      transaction.onerror = () => reject(transaction.error)
      transaction.onabort = () => reject(transaction.error)
    })
  return {
    readDevice: (identity) => inStore('devices', 'readonly', (store) => store.get(identity)),
    listDevices: () => inStore('devices', 'readonly', (store) => store.getAll()),
    writeDevice: async (record) => void (await inStore('devices', 'readwrite', (store) => store.put(record))),
    removeDevice: (identity) => inStore('devices', 'readwrite', (store) => store.delete(identity)),
    readSession: () => inStore('session', 'readonly', (store) => store.get('session')),
    writeSession: async (record) =>
      void (await inStore('session', 'readwrite', (store) => store.put(record, 'session'))),
    removeSession: () => inStore('session', 'readwrite', (store) => store.delete('session')),
    readFlow: () => inStore('session', 'readonly', (store) => store.get('social')),
    writeFlow: async (flow) => void (await inStore('session', 'readwrite', (store) => store.put(flow, 'social'))),
    readTicket: () => inStore('session', 'readonly', (store) => store.get('ticket')),
    writeTicket: async (ticket) => void (await inStore('session', 'readwrite', (store) => store.put(ticket, 'ticket'))),
  }
}

const settled = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
