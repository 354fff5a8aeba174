import type { AlertCode } from '../features/alert/alert.ts'
import { alertTitles } from '../features/alert/alertTitles.ts'
import type { ApiSource } from './createApi.ts'

/** Why a server answers nothing of use: for the site's developer, not for its visitors. */
export type Trouble = 'projectUnknown' | 'originRefused' | 'notJson' | 'unreachable'
type Facts = { api: string; project: string; origin: string }

const sentences: Record<Trouble, (facts: Facts) => string> = {
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
} as const satisfies Record<Trouble, AlertCode>

/** Where developers look at their pages. */
const isDevelopment = (origin: string): boolean => /\blocal(host)?$|^127/.test(origin.split(/:\/\/|:/)[1] ?? '')

const explained = new WeakMap<ApiSource['store'], Set<Trouble>>()

/** Has the same trouble explained again should it return. */
export const forgetTrouble = (trouble: Trouble, { store }: ApiSource): void =>
  void explained.get(store)?.delete(trouble)

/** Says once to the site's developer why the server answers nothing, and what to change: in the log, and in `debug` on the screen. */
export function explainTrouble(trouble: Trouble, { ports: { log, page }, store }: ApiSource): void {
  const said = explained.get(store) ?? new Set()
  explained.set(store, said)
  if (said.has(trouble)) return
  said.add(trouble)
  const { apiUrl, projectId, debug } = store.get().options
  // That there is none has been said.
  if (trouble === 'projectUnknown' && !projectId) return
  const origin = page.origin()
  const detail = sentences[trouble]({
    api: `The API at ${apiUrl}`,
    project: `project ${JSON.stringify(projectId)}`,
    origin,
  })
  const code = titles[trouble]
  // A visitor who is offline, or in a hotel's network, sees the same: it is no fault of the site's yet.
  const isSitesFault = trouble === 'projectUnknown' || trouble === 'originRefused'
  log[trouble === 'unreachable' ? 'info' : 'error'](`${alertTitles[code]}: ${detail}`)
  if (debug && (isSitesFault || isDevelopment(origin))) store.send({ type: 'alert/raised', code, detail })
}
