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

const explained = new WeakMap<ApiSource['options'], Set<Trouble>>()

/** Says once to the site's developer why the server answers nothing, and what to change. */
export function explainTrouble(trouble: Trouble, { ports: { log, page }, options }: ApiSource): void {
  const said = explained.get(options) ?? new Set()
  explained.set(options, said)
  if (said.has(trouble)) return
  said.add(trouble)
  const { apiUrl, projectId } = options()
  const facts = {
    api: `The API at ${apiUrl}`,
    project: `project ${JSON.stringify(projectId)}`,
    origin: page.origin(),
  }
  // A visitor who is offline sees the same, so it is no fault yet.
  log[trouble === 'unreachable' ? 'info' : 'error'](sentences[trouble](facts))
}
