import type { History, Modal, View } from '../../model/modal.ts'
import type { Event } from '../../model/state.ts'
import type { Feature } from '../../store/feature.ts'

export const modalInitial: Modal = {
  open: false,
  embedded: false,
  history: [{ name: 'Connect' }],
  direction: 'next',
  shake: false,
}

/** Stores the modal's state: the part that a page needs to open and close it. */
export function reduceModal(state: Modal, e: Event): Modal {
  switch (e.type) {
    case 'modal/opened':
      return {
        ...atRest(state, e.view),
        open: true,
        direction: 'next',
        ...(e.namespace ? { namespace: e.namespace } : {}),
      }
    case 'modal/closed':
      return atRest(state, e.rest)
    case 'modal/missed':
      return { ...state, missing: true }
    case 'modal/refusedToClose':
      return state.open ? { ...state, shake: true } : state
    case 'modal/shakeEnded':
      return state.shake ? { ...state, shake: false } : state
    case 'modal/pushed':
      return sameView(currentView(state), e.view)
        ? state
        : { ...state, history: [...state.history, e.view], direction: 'next' }
    case 'modal/reset': {
      const { namespace: _, ...others } = state
      return { ...others, history: [e.view], direction: 'next', ...(e.namespace ? { namespace: e.namespace } : {}) }
    }
    case 'modal/replaced':
      return replace(state, e.view)
    case 'modal/wentBack':
      return backTo(state, state.history.length - 2)
    case 'modal/wentBackToIndex':
      return backTo(state, e.index)
    default:
      return state
  }
}

/** Closed or, when embedded, on its resting view. */
const atRest = ({ embedded }: Modal, view: View): Modal => ({
  ...modalInitial,
  embedded,
  open: embedded,
  history: [view],
  direction: 'prev',
})

/** Replaces the current view. */
function replace(state: Modal, view: View): Modal {
  if (sameView(currentView(state), view)) return state
  const [first, ...rest] = [...state.history.slice(0, -1), view] as unknown as History
  return { ...state, history: [first, ...rest], direction: 'next' }
}

/** Never empties the history: going back from the first view closes instead. */
function backTo(state: Modal, index: number): Modal {
  if (index >= state.history.length - 1) return state
  const [first, ...rest] = index < 0 ? [] : state.history.slice(0, index + 1)
  if (!first) return atRest(state, state.history[0])
  return { ...state, history: [first, ...rest], direction: 'prev' }
}

/** Same name and same data: pushing it again changes nothing. */
export function sameView(a: View, b: View): boolean {
  return a.name === b.name && JSON.stringify(a) === JSON.stringify(b)
}

/** The visible view: always the last of the history. */
export const currentView = (modal: Modal): View => modal.history[modal.history.length - 1] ?? modal.history[0]

export const modalFeature: Feature<Modal> = { initial: modalInitial, reduce: reduceModal }
