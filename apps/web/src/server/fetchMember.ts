import * as z from 'zod/mini'
import type { WebConfig } from './readConfig.ts'

const member = z.object({ address: z.string(), caip2Network: z.string() })
const deadlineMs = 5000

export type MemberAnswer =
  | { status: 200; body: z.infer<typeof member> }
  | { status: 401 | 503; body: { error: string } }

/** The owner of a token, according to the API: how a site's server protects a page of its own. */
export async function fetchMember(
  { apiUrl, projectId }: Pick<WebConfig, 'apiUrl' | 'projectId'>,
  authorization: string | undefined,
): Promise<MemberAnswer> {
  if (!/^Bearer [\w.-]{1,4096}$/.test(authorization ?? '')) return { status: 401, body: { error: 'Sign in first.' } }
  const away = { status: 503, body: { error: 'The sign-in cannot be verified now.' } } as const
  if (!apiUrl) return away
  try {
    const query = new URLSearchParams({ projectId: projectId ?? '' })
    const response = await fetch(`${apiUrl.href.replace(/\/$/, '')}/auth/v1/me?${query}`, {
      headers: { authorization: authorization ?? '' },
      signal: AbortSignal.timeout(deadlineMs),
    })
    if (response.status === 401) return { status: 401, body: { error: 'Sign in first.' } }
    return response.ok ? { status: 200, body: member.parse(await response.json()) } : away
  } catch {
    // The API is down, or the response is not its own: neither admits the caller.
    return away
  }
}
