import { AuthError, isAuthErrorCode } from './authError.ts'

export type AskApiOptions = {
  /** The API's `/auth/v1/me`. */
  meUrl: string
  projectId: string
  fetch: typeof fetch
  timeoutMs: number
}

/** Asks the API whether a token's sign-in still lasts; returns when it does. */
export async function requestApi(token: string, { meUrl, projectId, fetch, timeoutMs }: AskApiOptions): Promise<void> {
  const url = new URL(meUrl)
  url.searchParams.set('projectId', projectId)
  let answer: { status: number; body: unknown }
  try {
    const response = await fetch(url, {
      headers: { Authorization: `Bearer ${token}`, Accept: 'application/json' },
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    answer = { status: response.status, body: await response.json() }
  } catch (cause) {
    throw new AuthError('unavailable', cause)
  }
  if (answer.status === 200) return
  const { reasons } = answer.body as { reasons?: { field?: unknown }[] }
  const field = reasons?.[0]?.field
  // Only a 401 with a known code rejects this token; anything else leaves it unchecked.
  if (answer.status !== 401 || !isAuthErrorCode(field)) throw new AuthError('unavailable')
  throw new AuthError(field)
}
