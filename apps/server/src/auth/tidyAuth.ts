import { describeError } from '../log/describeError.ts'
import { type AuthDeps, after } from './authDeps.ts'
import type { AuthKeys } from './createAuthKeys.ts'
import { idleSeconds, retrySeconds } from './signIns.ts'

type Deps = Pick<AuthDeps, 'db' | 'now' | 'log'> & { keys: AuthKeys }

/** Deletes what has ended: nonces, sign-ins, used tokens, keys. Any number of servers may at once. */
export async function tidyAuth({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const at = now()
  await db.deleteFrom('auth_nonces').where('ends_at', '<=', at).execute()
  await db.deleteFrom('auth_keys').where('ends_at', '<=', at).execute()
  await db
    .deleteFrom('auth_sign_ins')
    .where((e) => e.or([e('ends_at', '<=', at), e('last_used_at', '<', after(at, -idleSeconds))]))
    .execute()
  // As long as it would have worked, a used token is known as such; after that it is as good as made up.
  await db.deleteFrom('auth_refresh_tokens').where('used_at', '<', after(at, -idleSeconds)).execute()
  await db
    .updateTable('auth_refresh_tokens')
    .set({ successor: null })
    .where('used_at', '<', after(at, -retrySeconds))
    .where('successor', 'is not', null)
    .execute()
}

/** Tidies up, and makes the next key when it is time, now and every minute, until it is stopped. */
export function startTidying(deps: Deps, everyMs = 60_000): { stop(): Promise<void> } {
  let running: Promise<void> | undefined
  const run = () => {
    running ??= deps.keys
      .load()
      .then(() => tidyAuth(deps))
      .catch((e: unknown) => deps.log.warn({ error: describeError(e) }, 'could not clean up sign-ins'))
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
