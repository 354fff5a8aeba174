import type { History, View } from '../../model/modal.ts'
import type { State } from '../../model/state.ts'
import { sameView } from './modal.ts'
import { startView } from './openModal.ts'
import { isView, isViewReady, missingOf, ruleOf } from './viewRules.ts'

/**
 * The history with only views that have what they need, without consecutive duplicates; the same object if unchanged.
 */
export function pruneHistory(state: State): History {
  const { history } = state.modal
  if (history.every((view) => isViewReady(state, view))) return history
  const [first, ...rest] = history.map((view) => standIn(state, view)) as [View, ...View[]]
  return [first, ...rest.filter((view, at) => !sameView(view, rest[at - 1] ?? first))]
}

/** The view to show instead, following the rules until one applies. */
function standIn(state: State, view: View): View {
  if (!isView(view)) return startView(state)
  const missing = missingOf(state, view)
  const next = missing && ruleOf(view)?.needs[missing]
  return next ? standIn(state, next) : view
}
