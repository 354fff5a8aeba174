import { sql } from 'kysely'
import { describeError } from '../log/describeError.ts'
import { runSteps } from '../process/createRetries.ts'
import { eraseAccounts } from './deletion.ts'
import { addSeconds, type Db, type EmbeddedDeps } from './embeddedDeps.ts'
import { deliverNotices } from './notices.ts'

const hour = 3600
const day = 24 * hour
const devicesPerLook = 5_000
/** Until the waking transaction has surely ended; if not, the next minute catches up. */
const wakeMs = 300

/** Deletes expired codes, proofs, counts, sessions, and devices without shares. Servers may run it concurrently. */
export async function cleanUp(deps: Pick<EmbeddedDeps, 'db' | 'keyring' | 'now' | 'retries'>): Promise<void> {
  const { db, retries } = deps
  const at = deps.now()
  const ended = (
    ['embedded_challenges', 'embedded_proofs', 'embedded_social_flows', 'embedded_grants', 'embedded_reverts'] as const
  ).map((table) => [`delete ${table}`, () => db.deleteFrom(table).where('ends_at', '<=', at).execute()] as const)
  await runSteps(retries, {
    ...Object.fromEntries(ended),
    'erase accounts': () => eraseAccounts(deps),
    'delete embedded_attempts': () =>
      db.deleteFrom('embedded_attempts').where('at', '<', addSeconds(at, -day)).execute(),
    'delete embedded_sessions': () =>
      db
        .deleteFrom('embedded_sessions')
        .where((e) => e.or([e('ends_at', '<=', at), e('last_used_at', '<', addSeconds(at, -30 * day))]))
        .execute(),
    // A used token is recognized for as long as it would have been valid; after that it counts as made up.
    'delete embedded_refresh_tokens': () =>
      db
        .deleteFrom('embedded_refresh_tokens')
        .where('used_at', '<', addSeconds(at, -30 * day))
        .execute(),
    'clear successors of embedded_refresh_tokens': () =>
      db
        .updateTable('embedded_refresh_tokens')
        .set({ successor: null })
        .where('used_at', '<', addSeconds(at, -60))
        .where('successor', 'is not', null)
        .execute(),
    'delete embedded_devices': () => deleteUnusedDevices(db, addSeconds(at, -hour)),
  })
}

/**
 * In parts, from a random place on: nearly all devices are in use, and no index could tell which are not. The limits of 1 keep the
 * planner from reading all sessions for the sake of a part.
 */
const deleteUnusedDevices = (db: Db, before: Date) =>
  sql`with place as (select gen_random_uuid() as id)
    delete from embedded_devices where id = any (array(
      select d.id from (
        (select id, last_seen_at from embedded_devices where id >= (select id from place) order by id limit ${sql.lit(devicesPerLook)})
        union all
        (select id, last_seen_at from embedded_devices where id < (select id from place) order by id limit ${sql.lit(devicesPerLook)})) d
      where d.last_seen_at < ${before}
        and coalesce((select false from embedded_shares h where h.device_id = d.id limit 1), true)
        and coalesce((select false from embedded_sessions s where s.device_id = d.id limit 1), true)))`.execute(db)

/** Cleans up and sends queued mails, now, every minute, and a moment after `wake`, until stopped. */
export function startCleanup(deps: EmbeddedDeps, everyMs = 60_000): { wake(): void; stop(): Promise<void> } {
  let running = Promise.resolve()
  let isNext = false
  let soon: NodeJS.Timeout | undefined
  // One round at a time, and at most one queued: it covers whatever is added during the current one.
  const run = () => {
    if (isNext) return
    isNext = true
    running = running
      .then(() => {
        isNext = false
        return deliverNotices(deps)
      })
      .catch((e: unknown) => deps.log.warn({ error: describeError(e) }, 'could not deliver notices'))
      .then(() => cleanUp(deps))
  }
  run()
  const timer = setInterval(run, everyMs)
  timer.unref()
  return {
    wake() {
      soon ??= setTimeout(() => {
        soon = undefined
        run()
      }, wakeMs)
    },
    stop: async () => {
      clearInterval(timer)
      clearTimeout(soon)
      await running
    },
  }
}
