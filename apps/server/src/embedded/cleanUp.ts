import { describeError } from '../log/describeError.ts'
import { eraseAccounts } from './deletion.ts'
import { after, type EmbeddedDeps } from './embeddedDeps.ts'
import { deliverNotices } from './notices.ts'

const hour = 3600
const day = 24 * hour

/** Deletes what has ended: codes, proofs, counts, sessions, and devices that never got shares. Any number of servers may at once. */
export async function cleanUp({ db, keyring, now }: Pick<EmbeddedDeps, 'db' | 'keyring' | 'now'>): Promise<void> {
  const at = now()
  for (const table of [
    'embedded_challenges',
    'embedded_proofs',
    'embedded_social_flows',
    'embedded_grants',
    'embedded_reverts',
  ] as const)
    await db.deleteFrom(table).where('ends_at', '<=', at).execute()
  await eraseAccounts({ db, keyring, now })
  await db.deleteFrom('embedded_attempts').where('at', '<', after(at, -day)).execute()
  await db
    .deleteFrom('embedded_sessions')
    .where((e) => e.or([e('ends_at', '<=', at), e('last_used_at', '<', after(at, -30 * day))]))
    .execute()
  // As long as it would have worked, a used token is known as such; after that it is as good as made up.
  await db
    .deleteFrom('embedded_refresh_tokens')
    .where('used_at', '<', after(at, -30 * day))
    .execute()
  await db
    .updateTable('embedded_refresh_tokens')
    .set({ successor: null })
    .where('used_at', '<', after(at, -60))
    .where('successor', 'is not', null)
    .execute()
  await db
    .deleteFrom('embedded_devices as d')
    .where('d.last_seen_at', '<', after(at, -hour))
    .where((e) =>
      e.and([
        e.not(
          e.exists(e.selectFrom('embedded_shares as h').select('h.device_id').whereRef('h.device_id', '=', 'd.id')),
        ),
        e.not(e.exists(e.selectFrom('embedded_sessions as s').select('s.id').whereRef('s.device_id', '=', 'd.id'))),
      ]),
    )
    .execute()
}

/** Cleans up and mails what waits, now and every minute, until it is stopped. */
export function startUpkeep(deps: EmbeddedDeps, everyMs = 60_000): { stop(): Promise<void> } {
  let running: Promise<void> | undefined
  const run = () => {
    running ??= deliverNotices(deps)
      .then(() => cleanUp(deps))
      .catch((e: unknown) => deps.log.warn({ error: describeError(e) }, 'embedded wallets could not be tidied up'))
      .finally(() => {
        running = undefined
      })
  }
  run()
  const timer = setInterval(run, everyMs)
  timer.unref()
  return {
    stop: async () => {
      clearInterval(timer)
      await running
    },
  }
}
