import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose'
import { AuthError } from './authError.ts'

export type KeySetOptions = {
  url: string
  fetch: typeof fetch
  now: () => number
  timeoutMs: number
}

/** How long a fetched list is used without a refetch. */
const freshMs = 300_000
/** How long it is used when no newer one can be fetched. */
const staleMs = 3_600_000
/** The minimum interval between lookups of unknown key ids: anyone can make them up. */
const unknownFloorMs = 30_000
/** After a failure the next try waits this long, and requests are answered at once meanwhile. */
const failureFloorMs = 5_000

/** The API's public keys: cached, fetched once at a time with a deadline, and again for a key that is not among them. */
export function createKeySet({ url, fetch, now, timeoutMs }: KeySetOptions): JWTVerifyGetKey {
  let held: { find: JWTVerifyGetKey; at: number } | undefined
  let failure: { error: AuthError; at: number } | undefined
  let loading: Promise<void> | undefined

  async function load(): Promise<void> {
    if (failure && now() - failure.at < failureFloorMs) throw failure.error
    loading ??= fetchKeys(url, fetch, timeoutMs)
      .then((keys) => {
        held = { find: createLocalJWKSet(keys), at: now() }
        failure = undefined
      })
      .catch((cause: unknown) => {
        failure = { error: new AuthError('unavailable', cause), at: now() }
        throw failure.error
      })
      .finally(() => {
        loading = undefined
      })
    return loading
  }
  async function current(): Promise<JWTVerifyGetKey> {
    if (!held || now() - held.at >= freshMs)
      await load().catch((e: unknown) => {
        // An old list is better than rejecting everyone: unless it was revoked, a key leaves the list only after its tokens
        // have ended.
        if (!held || now() - held.at >= staleMs) throw e
      })
    return held!.find
  }

  return async (header, token) => {
    try {
      return await (await current())(header, token)
    } catch (e) {
      if (!(e instanceof errors.JWKSNoMatchingKey) || now() - held!.at < unknownFloorMs) throw e
      await load()
      return held!.find(header, token)
    }
  }
}

async function fetchKeys(url: string, fetch: KeySetOptions['fetch'], timeoutMs: number): Promise<JSONWebKeySet> {
  const response = await fetch(url, {
    headers: { Accept: 'application/json' },
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  })
  if (response.status !== 200) throw new Error(`${url} returned ${response.status}`)
  return (await response.json()) as JSONWebKeySet
}
