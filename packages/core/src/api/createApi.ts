import { type HttpRoutes, toHttpRequest } from '@billfold/protocol/api/http'
import { cleanText } from '@billfold/protocol/cleanText'
import { type Call, type Contract, createClient } from '@billfold/protocol/contract'
import { type ErrorCode, KitError } from '@billfold/protocol/error'
import type { ApiSource, Asking } from './api.ts'
import type { ApiProblem } from './reportApiProblem.ts'

const timeoutMs = 10_000
const maxBytes = 4_000_000

/** A client for some of our server's calls, validated both ways. */
export function createApi<C extends Contract>(contract: C, routes: HttpRoutes<C>, source: ApiSource): Asking<C> {
  const { ports, store } = source
  /** Calls whose origin was rejected last. */
  const refused = new Set<string>()
  const call: Call = async (name, input, signal) => {
    const { apiUrl } = store.get().options
    const request = toHttpRequest(routes[name]!, input as Record<string, unknown>)
    const responding = ports.http({
      url: `${apiUrl.replace(/\/$/, '')}${request.path}?${request.query}`,
      method: request.method,
      ...(request.body === undefined ? {} : { body: request.body }),
      timeoutMs,
      maxBytes,
      signal,
    })
    const { status, body, retryAfter } = await responding.catch((e) => {
      if (e instanceof KitError && e.code === 'unavailable') explain('unreachable', source)
      throw e
    })
    if (status < 200 || status > 299) {
      const { code, reason } = complaintIn(body)
      if (!code && status === 401) explain('projectUnknown', source)
      if (!code && status === 403) {
        refused.add(name)
        explain('originRefused', source)
      }
      const cause = { status, body, retryAfter }
      if (status === 429) throw new KitError('too_many_requests', { cause })
      throw new KitError(code ?? codeOf(status), { message: reason ?? `HTTP status code: ${status}`, cause })
    }
    if (refused.delete(name)) forgive('originRefused', source)
    try {
      return JSON.parse(body)
    } catch (cause) {
      explain('notJson', source)
      throw new KitError('unavailable', { cause })
    }
  }
  const client: Record<string, (input: never, signal?: AbortSignal) => unknown> = createClient(contract, call)
  const api: Record<string, unknown> = {}
  for (const [name, ask] of Object.entries(client))
    api[name] = (input: object, signal?: AbortSignal) => {
      const { projectId, sdkType, sdkVersion } = store.get().options
      return ask({ ...input, projectId, st: sdkType, sv: sdkVersion } as never, signal)
    }
  return api as Asking<C>
}

/** Reporting code loads on demand. */
const explain = (trouble: ApiProblem, source: ApiSource): void =>
  void import('./reportApiProblem.ts').then(
    ({ reportApiProblem }) => reportApiProblem(trouble, source),
    () => undefined, // If it fails to load, the network is the problem.
  )

/** The API accepts the page again: report the next rejection. */
const forgive = (trouble: ApiProblem, source: ApiSource): void =>
  void import('./reportApiProblem.ts').then(
    ({ clearApiProblems }) => clearApiProblems(trouble, source),
    () => undefined, // If it fails to load, nothing was reported.
  )

/** With 503, no source behind the server responds. */
const codeOf = (status: number): ErrorCode => codes[status] ?? 'unavailable'
const codes: Readonly<Record<number, ErrorCode>> = {
  400: 'missing_input',
  401: 'project_unknown',
  403: 'origin_not_allowed',
  404: 'not_found',
  503: 'sources_unavailable',
  504: 'timeout',
}

/** Server error codes that callers handle: a simulated swap, and an unavailable name. */
const heeded = /^(transaction_rejected|sign_in_unproven|unauthorized|invalid_input)$/

/** The server's complaint about a call, sanitized. */
function complaintIn(body: string): { code?: ErrorCode; reason?: string } {
  try {
    const { code, reasons } = JSON.parse(body) as { code?: unknown; reasons?: { description?: unknown }[] }
    const reason = cleanText(reasons?.[0]?.description, 300)
    return { ...(heeded.test(`${code}`) ? { code: code as ErrorCode } : {}), ...(reason ? { reason } : {}) }
  } catch {
    // Not our server's format.
    return {}
  }
}
