import type { AlertCode } from '../model/alert.ts'
import { alertTitles } from '../model/alertTitles.ts'
import type { ApiSource } from './api.ts'

/** Why a server's responses are unusable: for the site's developer, not for visitors. */
export type ApiProblem = 'projectUnknown' | 'originRefused' | 'notJson' | 'unreachable'
type Facts = { api: string; project: string; origin: string }

const sentences: Record<ApiProblem, (facts: Facts) => string> = {
  projectUnknown: ({ api, project }) =>
    `${api} knows no ${project}: set projectId to one of its projects ('billfold-local' with npm start), or add this one there.`,
  originRefused: ({ api, project, origin }) =>
    `${api} refuses pages of ${origin} for the ${project}: add this origin to the project, or set projectId to one that allows it.`,
  notJson: ({ api }) =>
    `${api} did not return JSON, as a web page does: set apiUrl to the API’s URL (default: the page’s own origin).`,
  unreachable: ({ api }) =>
    `${api} could not be reached: check that it runs, that apiUrl is its address, and that the page’s policy (connect-src) allows it.`,
}

const titles = {
  projectUnknown: 'projectUnknown',
  originRefused: 'invalidAppConfiguration',
  notJson: 'invalidAppConfiguration',
  unreachable: 'invalidAppConfiguration',
} as const satisfies Record<ApiProblem, AlertCode>

/** Development hosts. */
const isDevelopment = (origin: string): boolean => /\blocal(host)?$|^127/.test(origin.split(/:\/\/|:/)[1] ?? '')

const explained = new WeakMap<ApiSource['store'], Set<ApiProblem>>()

/** Resets the report, so that the problem is explained again if it returns. */
export const clearApiProblems = (trouble: ApiProblem, { store }: ApiSource): void =>
  void explained.get(store)?.delete(trouble)

/**
 * Explains once to the site's developer why the server's responses are unusable, and the fix: in the log, and on the
 * screen with `debug`.
 */
export function reportApiProblem(trouble: ApiProblem, { ports: { log, page }, store }: ApiSource): void {
  const reported = explained.get(store) ?? new Set()
  explained.set(store, reported)
  if (reported.has(trouble)) return
  reported.add(trouble)
  const { apiUrl, projectId, debug } = store.get().options
  // The missing project has been reported.
  if (trouble === 'projectUnknown' && !projectId) return
  const origin = page.origin()
  const detail = sentences[trouble]({
    api: `The API at ${apiUrl}`,
    project: `project ${JSON.stringify(projectId)}`,
    origin,
  })
  const code = titles[trouble]
  // Offline visitors and captive portals look the same: not necessarily the site's fault.
  const isSitesFault = trouble === 'projectUnknown' || trouble === 'originRefused'
  log[trouble === 'unreachable' ? 'info' : 'error'](`${alertTitles[code]}: ${detail}`)
  if (debug && (isSitesFault || isDevelopment(origin))) store.send({ type: 'alert/raised', code, detail })
}
