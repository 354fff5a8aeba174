import * as z from 'zod/mini'
import type { Addresses, Counted } from './addresses.ts'
import { chargeElsewhere, type Meter } from './meter.ts'
import type { RelayConfig } from './relayConfig.ts'
import type { RelayProjects } from './relayProjects.ts'
import type { Subscribers } from './subscribers.ts'

type Config = Pick<
  RelayConfig,
  | 'projectRequests'
  | 'addressUpgrades'
  | 'addressRequests'
  | 'addressBytes'
  | 'clientRequests'
  | 'addressSockets'
  | 'addressTopics'
>
export type SharedUsage = ReturnType<typeof createSharedUsage>

type Deps = {
  addresses: Pick<Addresses, 'counted' | 'reportedOf'>
  subscribers: Pick<Subscribers, 'clients' | 'client'>
  projects?: RelayProjects | undefined
  config: Config
}

/** Usage below this part of a limit is not reported, so each node may exceed the limit by as much. */
const smallPart = 1 / 100
/** How long sockets and subscriptions of another node count without a newer report. */
const levelMs = 5_000
/** Rows of one report; the rest goes into the next. */
const maxRows = 2_000

const count = z.int().check(z.gte(0), z.lte(1e9))
const ms = z.number().check(z.gte(0), z.lte(1e9))
/** Usage since the last report, in milliseconds of refill, and what is open now. */
const address = z.tuple([z.string().check(z.regex(/^[0-9a-f]{20}$/)), ms, ms, ms, count, count])
const client = z.tuple([z.string().check(z.regex(/^[0-9a-f]{64}$/)), ms])
const project = z.tuple([z.string().check(z.regex(/^[\w-]{1,64}$/)), ms, count])
const report = z.object({
  addresses: z.array(address).check(z.maxLength(maxRows)),
  clients: z.array(client).check(z.maxLength(maxRows)),
  projects: z.array(project).check(z.maxLength(maxRows)),
})
type Report = z.infer<typeof report>

/**
 * Makes the limits of addresses, networks and clients hold for all nodes together: each reports once a second what they used, and
 * charges what others report. A limit may be exceeded within that second; its debt is then paid everywhere.
 */
export function createSharedUsage({ addresses, subscribers, projects, config }: Deps) {
  const meters = ['upgrades', 'requests', 'bytes'] as const
  const windowsMs = {
    upgrades: config.addressUpgrades.windowMs,
    requests: config.addressRequests.windowMs,
    bytes: config.addressBytes.windowMs,
  }

  const isNotable = ({ unsharedMs }: Meter, windowMs: number) => unsharedMs > windowMs * smallPart
  const isMuch = (level: number, limit: number, { times }: Counted) => level > limit * times * smallPart

  function take(meter: Meter, windowMs: number): number {
    if (!isNotable(meter, windowMs)) return 0
    const taken = Math.ceil(meter.unsharedMs)
    meter.unsharedMs = 0
    return taken
  }

  return {
    /** Reports notable usage; undefined without any. */
    write(): string | undefined {
      const rows: Report = { addresses: [], clients: [], projects: [] }
      for (const counted of addresses.counted()) {
        if (rows.addresses.length === maxRows) break
        const isLarge =
          isMuch(counted.sockets, config.addressSockets, counted) ||
          isMuch(counted.subscriptions, config.addressTopics, counted)
        if (!isLarge && !meters.some((name) => isNotable(counted[name], windowsMs[name]))) continue
        const [upgrades, requests, bytes] = meters.map((name) => take(counted[name], windowsMs[name]))
        rows.addresses.push([counted.key, upgrades!, requests!, bytes!, counted.sockets, counted.subscriptions])
      }
      for (const { key, meter } of subscribers.clients()) {
        if (rows.clients.length === maxRows) break
        const taken = take(meter, config.clientRequests.windowMs)
        if (taken > 0) rows.clients.push([key, taken])
      }
      for (const { id, requests, sockets } of projects?.records() ?? []) {
        if (rows.projects.length === maxRows) break
        const taken = take(requests, config.projectRequests.windowMs)
        if (taken > 0 || sockets > 0) rows.projects.push([id, taken, sockets])
      }
      return rows.addresses.length + rows.clients.length + rows.projects.length > 0 ? JSON.stringify(rows) : undefined
    },

    /** Charges what another node reports; malformed reports are ignored. */
    read(from: string, text: string, now = Date.now()): void {
      const { success, data } = z.safeParse(report, readJson(text))
      if (!success) return
      for (const [key, upgrades, requests, bytes, sockets, subscriptions] of data.addresses) {
        const counted = addresses.reportedOf(key)
        for (const [name, used] of [
          ['upgrades', upgrades],
          ['requests', requests],
          ['bytes', bytes],
        ] as const)
          if (used > 0) chargeElsewhere(counted[name], windowsMs[name], used, now)
        counted.elsewhere ??= new Map()
        counted.elsewhere.set(from, { sockets, subscriptions, until: now + levelMs })
      }
      for (const [id, used, sockets] of data.projects) {
        const known = projects?.record(id)
        if (!known) continue
        if (used > 0) chargeElsewhere(known.requests, config.projectRequests.windowMs, used, now)
        known.elsewhere.set(from, { sockets, until: now + levelMs })
      }
      for (const [key, used] of data.clients) {
        const known = subscribers.client(key)
        if (known) chargeElsewhere(known.meter, config.clientRequests.windowMs, used, now)
      }
    },
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
