import { connectedAccount } from '../../model/connectedAccount.ts'
import type { Flow, FlowName } from '../../model/flow.ts'
import type { Event, State } from '../../model/state.ts'
import type { Transaction } from '../../model/transactions.ts'

type Reduce<Slice> = (state: Slice, e: Event, all: State) => Slice
type Row<Slice> = {
  name: FlowName
  initial: Slice
  /** The form's reducer. */
  reduceForm: (state: Slice, e: Event) => Slice
  /** Changing the account resets the form. */
  ofAccount?: boolean
}

/** A flow's reducer: its form, its progress, and the number of held requests, independent of the form. */
export function reduceFlow<Slice extends Flow>({ reduceForm, ...row }: Row<Slice>): Reduce<Slice> {
  return (state, e, all) => {
    const next = reduceAttempt(row, reduceForm(state, e), e, all)
    const isAsked = e.type === 'wallet/asked'
    const isOwn = (isAsked || e.type === 'wallet/answered') && flowOf(e.kind) === row.name
    const held = (state.held ?? 0) + (isOwn ? (isAsked ? 1 : -1) : 0)
    return (next.held ?? 0) === held ? next : { ...next, held: held || undefined }
  }
}

function reduceAttempt<Slice extends Flow>(
  { name, initial, ofAccount }: Pick<Row<Slice>, 'name' | 'initial' | 'ofAccount'>,
  state: Slice,
  e: Event,
  all: State,
): Slice {
  switch (e.type) {
    case `${name}/started` as const:
      return { ...state, attempt: { phase: 'checking' } }
    case `${name}/stepped` as const:
      return { ...state, attempt: { phase: e.step } }
    case `${name}/declined` as const:
      return { ...state, attempt: { phase: 'declined', step: e.step } }
    case `${name}/failed` as const: {
      const { step, trouble, message, mismatch } = e
      return { ...state, attempt: { phase: 'failed', step, trouble, message, mismatch } }
    }
    case `${name}/abandoned` as const:
      return { ...state, attempt: initial.attempt }
    case 'transaction/sent':
      // A late transaction does not reset the current form.
      return e.transaction.kind === name && !e.isLate ? initial : state
    case 'account/networkChanged':
    case 'switch/succeeded':
      return connectedAccount(all, e.namespace)?.connectorId === e.connectorId ? initial : state
    case 'network/selected':
    case 'network/namespaceActivated':
    case 'account/disconnected':
      return initial
    default:
      if (!isOtherAccount(e, all)) return state
      return ofAccount ? initial : { ...state, attempt: initial.attempt }
  }
}

/** An approval is a step of a swap. */
const flowOf = (kind: Transaction['kind']): FlowName => (kind === 'send' ? 'send' : 'swap')

/** Whether the active account changes. */
function isOtherAccount(e: Event, before: State): boolean {
  if (e.type !== 'account/changed') return e.type === 'account/connected' && e.how === 'switch'
  const shown = connectedAccount(before, e.namespace)
  return shown?.address !== e.account.address || shown.type !== e.account.type
}
