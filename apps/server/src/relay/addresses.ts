import { createHmac } from 'node:crypto'
import { networksOf } from '@billfold/protocol/rateLimitKey'
import { createGate, type Gate } from './gate.ts'
import { type Allowance, charge, createMeter, isFull, isWithin, type Meter, take } from './meter.ts'

/** The counters of an address, or of a wider network that contains it. */
export type Counted = {
  /** The multiple of an address's limits that applies here. */
  times: number
  sockets: number
  subscriptions: number
  upgrades: Meter
  requests: Meter
  bytes: Meter
  /** Its mailbox reads: a few at a time, so that others have their turn. */
  reads: Gate
}

/** The usage of one network address. */
export type AddressRecord = Counted & {
  /** Keyed hashes of its networks, the widest first; the mailbox counts an address's messages by it. */
  origin: string
  /** The counters of the address and of its networks, the widest last. */
  all: readonly Counted[]
}

const readsAtOnce = 2
/** A wider network has one read more than an address; the others are left for everyone else. */
const networkReadsAtOnce = 3
/** Hexadecimal digits of `origin` for the widest network, the one below it, and the address. */
const digits = { widest: 6, middle: 4, own: 6 } as const

/** The part of an origin that all addresses of its widest network share. */
export const networkOfOrigin = (origin: string): string => origin.slice(0, digits.widest)

export type Addresses = ReturnType<typeof createAddresses>

/** Records by address, deleted as soon as they hold nothing. Never logged. */
export function createAddresses(salt: Buffer) {
  const records = new Map<string, AddressRecord>()
  const networks = new Map<string, Counted & { addresses: number }>()
  const hashOf = (name: string, length: number) =>
    createHmac('sha256', salt).update(name).digest('hex').slice(0, length)

  function originOf(address: string): string {
    const names = networksOf(address).map(({ name }) => name)
    const middle = names.length > 2 ? names[1]! : names.at(-1)!
    return hashOf(names.at(-1)!, digits.widest) + hashOf(middle, digits.middle) + hashOf(address, digits.own)
  }

  function networkOf(name: string, times: number) {
    const known = networks.get(name) ?? { ...newCount(times, networkReadsAtOnce), addresses: 0 }
    networks.set(name, known)
    return known
  }

  return {
    of(address: string): AddressRecord {
      const known = records.get(address)
      if (known) return known
      const wider = networksOf(address).slice(1)
      const widerNetworks = wider.map(({ name, times }) => networkOf(name, times))
      for (const network of widerNetworks) network.addresses += 1
      const record: AddressRecord = { ...newCount(1, readsAtOnce), origin: originOf(address), all: [] }
      record.all = [record, ...widerNetworks]
      records.set(address, record)
      return record
    },
    forgetIdle(now: number) {
      for (const [address, record] of records) {
        if (!isIdle(record, now)) continue
        records.delete(address)
        for (const { name } of networksOf(address).slice(1)) networks.get(name)!.addresses -= 1
      }
      for (const [name, network] of networks) if (network.addresses === 0 && isIdle(network, now)) networks.delete(name)
    },
    size: () => records.size,
  }
}

const newCount = (times: number, atOnce: number): Counted => ({
  ...{ times, sockets: 0, subscriptions: 0, reads: createGate(atOnce) },
  ...{ upgrades: createMeter(), requests: createMeter(), bytes: createMeter() },
})

const isIdle = ({ sockets, subscriptions, upgrades, requests, bytes }: Counted, now: number): boolean =>
  sockets === 0 && subscriptions === 0 && [upgrades, requests, bytes].every((meter) => isFull(meter, now))

type Metered = 'upgrades' | 'requests' | 'bytes'

/** Takes from the allowance of an address and of each of its networks, or refuses. */
export function takeOf(
  { all }: AddressRecord,
  what: Metered,
  allowance: Allowance,
  cost: number,
  now: number,
): boolean {
  for (let i = 0; i < all.length; i++) if (!take(all[i]![what], allowance, cost / all[i]!.times, now)) return false
  return true
}

/** Charges bytes even if the allowance is used up: for costs that are known only afterwards. */
export function chargeBytes({ all }: AddressRecord, allowance: Allowance, bytes: number, now: number): void {
  for (let i = 0; i < all.length; i++) charge(all[i]!.bytes, allowance, bytes / all[i]!.times, now)
}

/** Whether an address and each of its networks may read more. */
export const hasBytes = ({ all }: AddressRecord, allowance: Allowance, now: number): boolean =>
  all.every(({ bytes }) => isWithin(bytes, allowance, now))

/** Whether `more` sockets or subscriptions fit into the limits of an address and its networks. */
export const hasRoomFor = (
  { all }: AddressRecord,
  what: 'sockets' | 'subscriptions',
  more: number,
  limit: number,
): boolean => all.every((counted) => counted[what] + more <= limit * counted.times)

/** Counts sockets or subscriptions up or, below zero, down. */
export function count({ all }: AddressRecord, what: 'sockets' | 'subscriptions', more: number): void {
  for (let i = 0; i < all.length; i++) all[i]![what] += more
}

/** Reads the mailbox when the address, and its network among others, has its turn. */
export function readInTurn<T>({ all }: AddressRecord, read: () => Promise<T>): Promise<T> {
  const [own, widest] = [all[0]!, all.at(-1)!]
  return own.reads(() => (widest === own ? read() : widest.reads(read)))
}
