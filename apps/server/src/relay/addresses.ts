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
  /** Its name among nodes: a keyed hash. */
  key: string
  /** Its sockets and subscriptions on other nodes; undefined if it has few there. */
  elsewhere: Elsewhere | undefined
  /** Its mailbox reads: a few at a time, so that others have their turn. */
  reads: Gate
}

/** Sockets and subscriptions by node, with the time until which they count. */
export type Elsewhere = Map<string, { sockets: number; subscriptions: number; until: number }>

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

const keyDigits = 20
/** Addresses and networks of which only other nodes know. */
const maxForeign = 20_000

export type Addresses = ReturnType<typeof createAddresses>

/** Records by address, deleted as soon as they hold nothing. Never logged. */
export function createAddresses(salt: Buffer) {
  const records = new Map<string, AddressRecord>()
  const networks = new Map<string, Counted & { addresses: number }>()
  /** Counters by key: of addresses here, and of those that only other nodes have reported. */
  const known = new Map<string, Counted>()
  const foreign = new Map<string, Counted>()
  const hashOf = (name: string) => createHmac('sha256', salt).update(name).digest('hex')

  function newCount(key: string, times: number, atOnce: number): Counted {
    const reported = foreign.get(key)
    foreign.delete(key)
    return { ...(reported ?? emptyCount(key)), times, reads: createGate(atOnce) }
  }

  function networkOf(name: string, hash: string, times: number) {
    const before = networks.get(name)
    if (before) return before
    const network = { ...newCount(hash.slice(0, keyDigits), times, networkReadsAtOnce), addresses: 0 }
    networks.set(name, network)
    known.set(network.key, network)
    return network
  }

  function forget(counted: Counted) {
    known.delete(counted.key)
  }

  return {
    of(address: string): AddressRecord {
      const before = records.get(address)
      if (before) return before
      const names = networksOf(address)
      const hashes = names.map(({ name }) => hashOf(name))
      const own = hashOf(address)
      const wider = names.slice(1).map(({ name, times }, i) => networkOf(name, hashes[i + 1]!, times))
      for (const network of wider) network.addresses += 1
      const [middle, widest] = [hashes[names.length > 2 ? 1 : names.length - 1]!, hashes.at(-1)!]
      const origin = widest.slice(0, digits.widest) + middle.slice(0, digits.middle) + own.slice(0, digits.own)
      const record: AddressRecord = { ...newCount(own.slice(0, keyDigits), 1, readsAtOnce), origin, all: [] }
      record.all = [record, ...wider]
      records.set(address, record)
      known.set(record.key, record)
      return record
    },
    /** All counters here, for reports to other nodes. */
    counted: (): Iterable<Counted> => known.values(),
    /** The counters that another node reports on; they count here as soon as such an address comes. */
    reportedOf(key: string): Counted {
      const counted = known.get(key) ?? foreign.get(key) ?? emptyCount(key)
      if (known.has(key)) return counted
      foreign.delete(key)
      foreign.set(key, counted)
      if (foreign.size > maxForeign) foreign.delete(foreign.keys().next().value!)
      return counted
    },
    forgetIdle(now: number) {
      for (const [address, record] of records) {
        if (!isIdle(record, now)) continue
        records.delete(address)
        forget(record)
        for (const { name } of networksOf(address).slice(1)) networks.get(name)!.addresses -= 1
      }
      for (const [name, network] of networks)
        if (network.addresses === 0 && isIdle(network, now)) {
          networks.delete(name)
          forget(network)
        }
      for (const counted of foreign.values()) if (isIdle(counted, now)) foreign.delete(counted.key)
    },
    size: () => records.size + foreign.size,
  }
}

const emptyCount = (key: string): Counted => ({
  ...{ key, times: 1, sockets: 0, subscriptions: 0, elsewhere: undefined, reads: createGate(readsAtOnce) },
  ...{ upgrades: createMeter(), requests: createMeter(), bytes: createMeter() },
})

const isIdle = (counted: Counted, now: number): boolean =>
  counted.sockets === 0 &&
  counted.subscriptions === 0 &&
  isFull(counted.upgrades, now) &&
  isFull(counted.requests, now) &&
  isFull(counted.bytes, now) &&
  !hasElsewhere(counted, now)

function hasElsewhere({ elsewhere }: Counted, now: number): boolean {
  if (elsewhere) for (const { until } of elsewhere.values()) if (until > now) return true
  return false
}

/** The sockets or subscriptions on other nodes. */
function countElsewhere(counted: Counted, what: 'sockets' | 'subscriptions'): number {
  if (!counted.elsewhere) return 0
  let sum = 0
  const now = Date.now()
  for (const [node, report] of counted.elsewhere)
    if (report.until > now) sum += report[what]
    else counted.elsewhere.delete(node)
  if (counted.elsewhere.size === 0) counted.elsewhere = undefined
  return sum
}

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
): boolean => all.every((counted) => counted[what] + countElsewhere(counted, what) + more <= limit * counted.times)

/** Counts sockets or subscriptions up or, below zero, down. */
export function count({ all }: AddressRecord, what: 'sockets' | 'subscriptions', more: number): void {
  for (let i = 0; i < all.length; i++) all[i]![what] += more
}

/** Reads the mailbox when the address, and its network among others, has its turn. */
export function readInTurn<T>({ all }: AddressRecord, read: () => Promise<T>): Promise<T> {
  const [own, widest] = [all[0]!, all.at(-1)!]
  return own.reads(() => (widest === own ? read() : widest.reads(read)))
}
