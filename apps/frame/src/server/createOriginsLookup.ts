import { projectApi, projectRoutes } from '@billfold/protocol/api/project'
import { parse } from '@billfold/protocol/contract'
import type { RecoveryPolicy } from '@billfold/protocol/embedded/recoveryPolicy'
import { KitError } from '@billfold/protocol/error'
import { formatOriginRule, parseOriginRule } from '@billfold/protocol/originRule'

/** Origins that may embed a project's frame, and its recovery policy, as the API reports them. */
export type FrameProject = { origins: string[]; recovery: RecoveryPolicy }
/** Undefined for a project that does not exist. */
export type OriginsLookup = (projectId: string) => Promise<FrameProject | undefined>

type Options = { apiUrl: string; fetch?: typeof fetch; now?: () => number; ttlMs?: number; deadlineMs?: number }

const maxEntries = 1000

/** While the API is down, a list stays valid this long: the device's share and a recovery must still open the wallet. */
const staleMs = 86_400_000

/**
 * Fetches a project's origins from the API, cached for a few seconds and with a single flight. While the API is down, the last list holds for a
 * day; a project that was never fetched allows no one.
 */
export function createOriginsLookup({
  apiUrl,
  fetch = globalThis.fetch,
  now = Date.now,
  ttlMs = 10_000,
  deadlineMs = 5_000,
}: Options): OriginsLookup {
  const kept = new Map<string, { at: number; project: Promise<FrameProject | undefined> }>()
  const last = new Map<string, { at: number; project: FrameProject }>()

  async function ask(projectId: string): Promise<FrameProject | undefined> {
    const url = new URL(`${apiUrl}${projectRoutes.getOrigins.path}`)
    url.searchParams.set('projectId', projectId)
    try {
      const answer = await fetch(url, { signal: AbortSignal.timeout(deadlineMs), redirect: 'error' })
      if (answer.status === 401 || answer.status === 403) {
        last.delete(projectId)
        return undefined
      }
      if (!answer.ok) throw new Error(`status ${answer.status}`)
      const response = parse(projectApi.getOrigins.output, await answer.json())
      const project = {
        origins: response.allowedOrigins.flatMap(readable),
        recovery: response.recovery ?? ('hardened' as const),
      }
      last.delete(projectId)
      if (last.size >= maxEntries) last.delete(last.keys().next().value!)
      last.set(projectId, { at: now(), project })
      return project
    } catch (cause) {
      kept.delete(projectId) // the next caller asks again instead of meeting this failure
      const before = last.get(projectId)
      if (before && now() - before.at < staleMs) return before.project
      throw new KitError('unavailable', { message: 'The API did not respond.', cause })
    }
  }

  return async (projectId) => {
    // No project can have such an ID: strangers' inventions do not reach the API.
    if (!/^[\w-]{1,64}$/.test(projectId)) return undefined
    const known = kept.get(projectId)
    if (known && now() - known.at < ttlMs) return known.project
    if (!known && kept.size >= maxEntries) kept.delete(kept.keys().next().value!)
    const entry = { at: now(), project: ask(projectId) }
    kept.set(projectId, entry)
    return entry.project
  }
}

/** An entry in the form of a policy; an invalid one allows no one. */
function readable(entry: string): string[] {
  try {
    return [formatOriginRule(parseOriginRule(entry))]
  } catch {
    return []
  }
}
