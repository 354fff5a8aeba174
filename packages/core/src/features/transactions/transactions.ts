import type { Event, State } from '../../model/state.ts'
import {
  findTransaction,
  isOpen,
  isUndecided,
  isUnnamed,
  type Transaction,
  type TransactionEvent,
} from '../../model/transactions.ts'
export const maxTransactions = 20
export const maxDismissed = 60

/** Stores the visitor's own transactions, newest first: all open ones, and the latest settled ones. */
export function reduceTransactions(
  state: readonly Transaction[],
  e: Event,
  { dismissed = [] }: Pick<State, 'dismissed'> = {},
): readonly Transaction[] {
  switch (e.type) {
    case 'transaction/sent':
      return kept([e.transaction, ...state.filter((t) => t.hash !== e.transaction.hash)])
    case 'transaction/heard': {
      const gone = [...dismissed, ...(e.dismissed ?? [])]
      const isNew = ({ hash, batch }: Transaction) => !findTransaction(e.transactions, batch ?? hash)
      const all = [...state.filter(isNew), ...e.transactions.map((theirs) => surer(own(state, theirs), theirs))]
      const isLeft = (t: Transaction) => !namesOf(t).some((name) => gone.includes(name))
      return kept(all.filter(isLeft).sort((a, b) => b.sentAt - a.sentAt))
    }
    case 'transaction/seen':
      return change(state, e.hash, (t) => {
        const after = seen(t, e)
        return JSON.stringify(after) === JSON.stringify(t) ? t : after
      })
    case 'transaction/approved':
      return change(state, e.batch, (t) =>
        t.signers?.have === e.signers.have && t.signers.need === e.signers.need ? t : { ...t, signers: e.signers },
      )
    case 'transaction/named':
      return change(state, e.batch, ({ signers: _, ...t }) => ({ ...t, hash: e.hash }))
    case 'transaction/settled': {
      const { type: _, hash, outcome, at, ...ending } = e
      return change(state, hash, ({ isRecallable: _, replacedBy: __, refusal: ___, ...t }) => ({
        ...t,
        status: outcome,
        settledAt: at,
        // Omits unknown fields.
        ...(Object.fromEntries(Object.entries(ending).filter(([, known]) => known)) as Partial<Transaction>),
      }))
    }
    case 'transaction/finalized':
      return change(state, e.hash, ({ isRecallable: _, ...t }) => t)
    case 'transaction/reopened':
      return change(state, e.hash, ({ settledAt: _, ...t }) => ({ ...t, status: 'missing', checkedAt: e.at }))
    case 'transaction/dismissed':
      return state.filter((t) => t.hash !== e.hash)
    default:
      return state
  }
}

/** Stores dismissed transactions: another tab may still have them, and must not restore them. */
export function reduceDismissed(
  state: readonly string[] = [],
  e: Event,
  { transactions }: Pick<State, 'transactions'>,
): readonly string[] {
  if (e.type === 'transaction/heard') {
    const all = [...new Set([...(e.dismissed ?? []), ...state])].slice(0, maxDismissed)
    return all.join() === state.join() ? state : all
  }
  const gone = e.type === 'transaction/dismissed' && findTransaction(transactions, e.hash)
  return gone ? [...namesOf(gone), ...state].slice(0, maxDismissed) : state
}

const namesOf = ({ hash, batch, asked }: Transaction): readonly string[] =>
  [hash, batch, asked].filter((name) => name !== undefined)

const own = (state: readonly Transaction[], { hash, batch }: Transaction) => findTransaction(state, batch ?? hash)

/** Merges two tabs' records of a transaction: a final one wins, otherwise the last written. */
function surer(ours: Transaction | undefined, theirs: Transaction): Transaction {
  const rank = (t: Transaction) => (!isOpen(t) && !isUndecided(t) ? 2 : isUnnamed(t) ? 0 : 1)
  return ours && rank(ours) > rank(theirs) ? ours : theirs
}

type Seen = Extract<TransactionEvent, { type: 'transaction/seen' }>

/** Pending, perhaps again after its block was reorganized. */
function seen(
  { settledAt: _, isRecallable: __, refusal: ___, replacedBy: ____, arrived: _____, ...t }: Transaction,
  { trace, altered }: Seen,
): Transaction {
  return { ...t, status: 'pending', isSeen: true, ...(trace ? { trace } : {}), ...(altered ? { altered: true } : {}) }
}

const kept = (list: readonly Transaction[]) => list.filter((t, at) => at < maxTransactions || isOpen(t))

function change(state: readonly Transaction[], hash: string, to: (t: Transaction) => Transaction) {
  const before = findTransaction(state, hash)
  const after = before && to(before)
  return after === before ? state : state.map((t) => (t === before ? after! : t))
}
