import type { Registry } from 'prom-client'
import { createRetries, type Retries, runSteps } from '../process/createRetries.ts'
import { type AuthDeps, addSeconds } from './authDeps.ts'
import type { AuthKeys } from './createAuthKeys.ts'
import { idleSeconds, retrySeconds } from './signIns.ts'

type Deps = Pick<AuthDeps, 'db' | 'now' | 'log'> & { keys: AuthKeys; register: Registry }

/** Deletes expired nonces, sign-ins, used tokens and keys. Servers may run it concurrently. */
export function deleteExpiredAuth({ db, now }: Pick<Deps, 'db' | 'now'>, retries: Retries): Promise<void> {
  const at = now()
  return runSteps(retries, {
    'delete auth_nonces': () => db.deleteFrom('auth_nonces').where('ends_at', '<=', at).execute(),
    'delete auth_keys': () => db.deleteFrom('auth_keys').where('ends_at', '<=', at).execute(),
    'delete auth_sign_ins': () =>
      db
        .deleteFrom('auth_sign_ins')
        .where((e) => e.or([e('ends_at', '<=', at), e('last_used_at', '<', addSeconds(at, -idleSeconds))]))
        .execute(),
    // A used token is recognized for as long as it would have been valid; after that it counts as made up.
    'delete auth_refresh_tokens': () =>
      db.deleteFrom('auth_refresh_tokens').where('used_at', '<', addSeconds(at, -idleSeconds)).execute(),
    'clear successors of auth_refresh_tokens': () =>
      db
        .updateTable('auth_refresh_tokens')
        .set({ successor: null })
        .where('used_at', '<', addSeconds(at, -retrySeconds))
        .where('successor', 'is not', null)
        .execute(),
  })
}

/** Cleans up, and creates the next key when it is due, now and every minute, until stopped. */
export function startTidying(deps: Deps, everyMs = 60_000): { stop(): Promise<void> } {
  const retries = createRetries({ loop: 'auth', register: deps.register, log: deps.log })
  let running: Promise<void> | undefined
  const run = () => {
    running ??= retries
      .run('load keys', () => deps.keys.load())
      .then(() => deleteExpiredAuth(deps, retries))
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
