import { type Kysely, sql } from 'kysely'
import { createBatcher } from '../caches/createBatcher.ts'
import { createRecentMap } from '../caches/createRecentMap.ts'
import { hashOf } from '../caches/hashOf.ts'
import type { Schema } from '../db/schema.ts'
import { createMemoryLimiter, type Limiter, type Quota, type Verdict } from './createMemoryLimiter.ts'
import { runAsServer } from './visitor.ts'

type Ask = { key: string; quota: Quota; count: number }
/** The granted part of a request, and the milliseconds until the key is fully refilled. */
type Given = { granted: number; aheadMs: number }
/** A server's reserve for a key, or the time until which it need not query again. */
type Lease = { left: number; size: number; until: number; aheadMs: number; refusedUntil: number }

type Options = { db: Kysely<Schema>; fallback?: Limiter; patienceMs?: number; now?: () => number }

/** The most reserved ahead: this part of a quota. Small quotas are counted one by one. */
const largestPart = 50
/** An unused reserve expires after this time. */
const leaseMs = 1_000
/** Back-off after the database did not respond. */
const restMs = 1_000

/**
 * Limits shared by all servers on a database. A server reserves from the common count before it admits a request, with
 * some in advance for frequent callers, and reserves for many keys in one statement. During a database outage each
 * server counts for itself.
 */
export function createSharedLimiter(options: Options): Limiter {
  const { db, fallback = createMemoryLimiter(), patienceMs = 500, now = () => performance.now() } = options
  const leases = createRecentMap<Lease>(100_000)
  const underWay = new Map<string, Promise<unknown>>()
  const askTogether = createBatcher((asks: readonly Ask[]) => runAsServer(() => takeAll(db, asks)))
  let restsUntil = Number.NEGATIVE_INFINITY

  async function ask(one: Ask): Promise<Given | undefined> {
    if (now() < restsUntil) return undefined
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<undefined>((done) => {
      timer = setTimeout(done, patienceMs, undefined)
    })
    const given = await Promise.race([askTogether(one).catch(() => undefined), late])
    clearTimeout(timer)
    if (!given) restsUntil = now() + restMs
    return given
  }

  /** A verdict from local state, without a query. */
  function fromLease(key: string, quota: Quota): Verdict | undefined {
    const lease = leases.get(key)
    const at = now()
    if (!lease) return undefined
    if (lease.left > 0 && at < lease.until) {
      lease.left -= 1
      return verdictOf(true, lease.aheadMs, quota, lease.left)
    }
    return at < lease.refusedUntil ? verdictOf(false, lease.aheadMs, quota) : undefined
  }

  async function takeAnew(key: string, quota: Quota): Promise<Verdict> {
    const before = leases.get(key)
    const most = Math.floor(quota.limit / largestPart)
    // Twice the last reserve for callers that used it up, none for occasional ones: an unused reserve is lost to them.
    const size = before && now() < before.until ? Math.min(most, Math.max(1, before.size * 2)) : 0
    const given = await ask({ key, quota, count: 1 + size })
    if (!given) return fallback.take(key, quota)
    const { granted, aheadMs } = given
    const step = quota.windowMs / quota.limit
    leases.set(key, {
      left: Math.max(0, granted - 1),
      size,
      until: now() + leaseMs,
      aheadMs,
      refusedUntil: granted > 0 ? 0 : now() + Math.min(step, 1_000),
    })
    return verdictOf(granted > 0, aheadMs, quota, Math.max(0, granted - 1))
  }

  return {
    refusal(key, quota) {
      const lease = leases.get(key)
      const at = now()
      if (at < restsUntil) return fallback.refusal?.(key, quota)
      if (!lease || at >= lease.refusedUntil || (lease.left > 0 && at < lease.until)) return undefined
      return verdictOf(false, lease.aheadMs, quota)
    },
    async take(key, quota) {
      for (;;) {
        const known = fromLease(key, quota)
        if (known) return known
        const others = underWay.get(key)
        // Concurrent callers of a key wait for the first one's result.
        if (others && quota.limit >= largestPart) await others
        else break
      }
      const reservation = takeAnew(key, quota)
      underWay.set(key, reservation)
      return reservation.finally(() => underWay.get(key) === reservation && underWay.delete(key))
    },
  }
}

function verdictOf(isAllowed: boolean, aheadMs: number, { limit, windowMs }: Quota, taken = 0): Verdict {
  const step = windowMs / limit
  const waitMs = isAllowed ? aheadMs : aheadMs + step - windowMs
  return {
    isAllowed,
    remaining: Math.max(0, Math.floor((windowMs - aheadMs) / step + 0.001)) + taken,
    resetSeconds: Math.max(1, Math.ceil(waitMs / 1_000)),
  }
}

const nowMs = sql`(extract(epoch from statement_timestamp()) * 1000)`

async function takeAll(db: Kysely<Schema>, asks: readonly Ask[]): Promise<Given[]> {
  // One row per key: several requests for it are combined, and granted in order.
  const rows = new Map<string, Ask>()
  for (const one of asks) {
    const before = rows.get(one.key)
    rows.set(one.key, { ...one, count: one.count + (before?.count ?? 0) })
  }
  const list = [...rows.values()]
  const room = sql`least(excluded.asked, greatest(0, floor((${nowMs} + excluded.window_ms - greatest(l.full_at, ${nowMs}))
    / excluded.step_ms + 0.001)))`
  const { rows: counters } = await sql<{ key: Buffer; granted: number; ahead: number }>`insert into shared_limits as l
      (key, full_at, asked, step_ms, window_ms, granted)
    select key, ${nowMs} + step * least(asked, most), asked, step, part, least(asked, most)
    from unnest(${list.map(({ key }) => hashOf(key))}::bytea[], ${list.map(({ count }) => count)}::int[],
      ${list.map(({ quota }) => quota.windowMs / quota.limit)}::float8[], ${list.map(({ quota }) => quota.windowMs)}::float8[],
      ${list.map(({ quota }) => quota.limit)}::int[]) as t (key, asked, step, part, most)
    order by key
    on conflict (key) do update set full_at = greatest(l.full_at, ${nowMs}) + excluded.step_ms * ${room},
      asked = excluded.asked, step_ms = excluded.step_ms, window_ms = excluded.window_ms, granted = ${room}
    returning key, granted, (full_at - ${nowMs})::float8 as ahead`.execute(db)
  const given = new Map(counters.map(({ key, granted, ahead }) => [key.toString('hex'), { granted, ahead }]))
  return asks.map(({ key, count }) => {
    const row = given.get(hashOf(key).toString('hex'))
    const granted = Math.min(count, row?.granted ?? 0)
    if (row) row.granted -= granted
    return { granted, aheadMs: row?.ahead ?? 0 }
  })
}
