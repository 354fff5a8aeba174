import type { CaipNetworkId } from '@billfold/protocol/caip'
import type { Refusal, Trace, TransferCall } from '../../chains/transfers.ts'
import type { Event, State } from '../../store.ts'

/** The intent of a transaction, for display; amounts are integers in smallest units, as text. */
export type Meant = {
  to: string
  amount: string
  symbol: string
  decimals: number
  token?: string
  name?: string
  /** The input of a swap. */
  paid?: { amount: string; symbol: string; decimals: number; token?: string }
}

/**
 * The outcome. `expired`: too late to ever be included. Three are uncertain: no node knows a `missing` one, the nonce
 * of an `overtaken` one is used, perhaps by itself, and both are still polled; a `lapsed` one is not.
 */
export const outcomes = ['confirmed', 'failed', 'replaced', 'expired', 'missing', 'overtaken', 'lapsed'] as const
export type Outcome = (typeof outcomes)[number]

/** One of the visitor's own transactions, reported as sent by a wallet. */
export type Transaction = {
  /** The hash; for a batch, the wallet's id until there is one. */
  hash: string
  /** The wallet's id of an atomic batch (EIP-5792). */
  batch?: string
  networkId: CaipNetworkId
  kind: 'send' | 'swap' | 'approval'
  /** The sending account. */
  from: string
  /** The connector of the wallet that sent it. */
  wallet?: string
  /** The kit's id of the request. */
  asked?: string
  /** The request to the wallet, in its family's format. */
  call: TransferCall
  meant: Meant
  sentAt: number
  /** When polling restarted, if the visitor requested it. */
  checkedAt?: number
  /** Its position on chain, in its family's format. */
  trace?: Trace
  status: 'pending' | Outcome
  /** A node has it: from then on the wallet may be polled. */
  isSeen?: true
  /** Included, but not yet final: tracked until it is. */
  isRecallable?: true
  /** The transaction that replaced it. */
  replacedBy?: string
  /** The wallet signed something different. */
  altered?: true
  settledAt?: number
  /** Why the chain rejected it, if known. */
  refusal?: Refusal
  /** The received amount in smallest units, if the receipt shows it. */
  arrived?: string
  /** The wallet reports that it was never sent: no fee was charged. */
  isUnsent?: true
}

/** Details of an outcome. */
export type Ending = {
  replacedBy?: string | undefined
  altered?: boolean | undefined
  refusal?: Refusal | undefined
  isRecallable?: boolean
  arrived?: string | undefined
  isUnsent?: boolean | undefined
}

export type TransactionEvent =
  /** A wallet received a request to send something, or responded to it. */
  | { type: 'wallet/asked' | 'wallet/answered'; kind: Transaction['kind'] }
  /** Late if the visitor has moved on since the request. */
  | { type: 'transaction/sent'; transaction: Transaction; isLate?: boolean }
  | { type: 'transaction/seen'; hash: string; trace?: Trace | undefined; altered?: boolean | undefined }
  /** A batch received its hash. */
  | { type: 'transaction/named'; batch: string; hash: string }
  | ({ type: 'transaction/settled'; hash: string; outcome: Outcome; at: number } & Ending)
  /** The transaction is final. */
  | { type: 'transaction/finalized'; hash: string }
  | { type: 'transaction/dismissed'; hash: string }
  /** The visitor resumed polling. */
  | { type: 'transaction/reopened'; hash: string; at: number }
  /** Another tab stored its transactions. */
  | { type: 'transaction/heard'; transactions: readonly Transaction[]; dismissed?: readonly string[] }

/** Storage key. */
export const transactionsKey = '@billfold/transactions'
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
    case 'transaction/named':
      return change(state, e.batch, (t) => ({ ...t, hash: e.hash }))
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

/** Finds a transaction by any of its ids: a batch has the wallet's before the chain's. */
export const findTransaction = (list: readonly Transaction[], hash: string): Transaction | undefined =>
  list.find((t) => t.hash === hash || t.batch === hash)

/** A batch without a hash, known only to the wallet. */
export const isUnnamed = ({ hash, batch }: Transaction): boolean => hash === batch

/** Its outcome is unknown. */
export const isUndecided = ({ status }: Pick<Transaction, 'status'>): boolean =>
  status === 'pending' || status === 'missing' || status === 'overtaken' || status === 'lapsed'

/** Still polled: it may yet be included or reorganized. */
export const isOpen = ({ status, isRecallable }: Transaction): boolean =>
  (isUndecided({ status }) && status !== 'lapsed') || isRecallable === true
