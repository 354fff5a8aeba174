import type { CaipNetworkId } from '@billfold/protocol/caip'
import type { Refusal, Trace, TransferCall } from '../../chains/transfers.ts'
import type { Event, State } from '../../store.ts'

/** What was meant by a transaction, for people; amounts are whole numbers of smallest units, as text. */
export type Meant = {
  to: string
  amount: string
  symbol: string
  decimals: number
  token?: string
  name?: string
  /** What a swap gives for it. */
  paid?: { amount: string; symbol: string; decimals: number; token?: string }
}

/**
 * How it ended. `expired` came too late to be included, and never will be. Three say that it is not known: of one that is `missing` no
 * node knows, the turn of one that is `overtaken` is taken, perhaps by itself, and both are still looked for; one that `lapsed` is not.
 */
export const outcomes = ['confirmed', 'failed', 'replaced', 'expired', 'missing', 'overtaken', 'lapsed'] as const
export type Outcome = (typeof outcomes)[number]

/** A transaction of the visitor's own that a wallet said it sent. */
export type Transaction = {
  /** The chain's name for it; of a batch, the wallet's until the chain has one. */
  hash: string
  /** The wallet's name for a batch of calls that it carries out as one (EIP-5792). */
  batch?: string
  networkId: CaipNetworkId
  kind: 'send' | 'swap' | 'approval'
  /** The account that it is of. */
  from: string
  /** The connector of the wallet that sent it. */
  wallet?: string
  /** The kit's name for the request that it came of. */
  asked?: string
  /** What the wallet was asked to sign, in its family's own words. */
  call: TransferCall
  meant: Meant
  sentAt: number
  /** From when it is looked for, where the visitor had it checked again. */
  checkedAt?: number
  /** Where it stands on its chain, in its family's own words. */
  trace?: Trace
  status: 'pending' | Outcome
  /** A node has it: from then on the wallet may be asked where it stands. */
  isSeen?: true
  /** Settled as far as anyone can see, and not yet beyond recall: followed until it is. */
  isRecallable?: true
  /** The transaction that took its turn. */
  replacedBy?: string
  /** The wallet signed something else than was shown. */
  altered?: true
  settledAt?: number
  /** Why the chain refused it, where that could be found out. */
  refusal?: Refusal
  /** What came of it, in smallest units of what it was to bring, where the receipt tells. */
  arrived?: string
  /** The wallet says that it could not send it: no network fee was charged. */
  isUnsent?: true
}

/** What is known of the end beyond how it was. */
export type Ending = {
  replacedBy?: string | undefined
  altered?: boolean | undefined
  refusal?: Refusal | undefined
  isRecallable?: boolean
  arrived?: string | undefined
  isUnsent?: boolean | undefined
}

export type TransactionEvent =
  /** A wallet holds a request to send something, until it has answered: by sending it, or not. */
  | { type: 'wallet/asked' | 'wallet/answered'; kind: Transaction['kind'] }
  /** Late where the visitor has turned to something else since the wallet was asked. */
  | { type: 'transaction/sent'; transaction: Transaction; isLate?: boolean }
  | { type: 'transaction/seen'; hash: string; trace?: Trace | undefined; altered?: boolean | undefined }
  /** The chain's name for a batch. */
  | { type: 'transaction/named'; batch: string; hash: string }
  | ({ type: 'transaction/settled'; hash: string; outcome: Outcome; at: number } & Ending)
  /** The chain can no longer take it back. */
  | { type: 'transaction/finalized'; hash: string }
  | { type: 'transaction/dismissed'; hash: string }
  /** The visitor wants one looked for again that was given up. */
  | { type: 'transaction/reopened'; hash: string; at: number }
  /** What another tab of the site keeps. */
  | { type: 'transaction/heard'; transactions: readonly Transaction[]; dismissed?: readonly string[] }

/** Where they are kept. */
export const transactionsKey = '@billfold/transactions'
export const maxTransactions = 20
export const maxDismissed = 60

/** Keeps the visitor's own transactions, newest first: all that are open, and the last that are not. */
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
        // What is not known is not there.
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

/** Keeps what the visitor took off the list: another tab may still have it, and must not bring it back. */
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

/** Of two tabs' word on one transaction: what the chain keeps for good, else the newer, which is the one that was written last. */
function surer(ours: Transaction | undefined, theirs: Transaction): Transaction {
  const rank = (t: Transaction) => (!isOpen(t) && !isUndecided(t) ? 2 : isUnnamed(t) ? 0 : 1)
  return ours && rank(ours) > rank(theirs) ? ours : theirs
}

type Seen = Extract<TransactionEvent, { type: 'transaction/seen' }>

/** It waits, and may do so again after it was included, where the chain has taken its block back. */
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

/** A transaction by any name that it has had: a batch is known by the wallet's before it is by the chain's. */
export const findTransaction = (list: readonly Transaction[], hash: string): Transaction | undefined =>
  list.find((t) => t.hash === hash || t.batch === hash)

/** A batch that only the wallet can be asked about. */
export const isUnnamed = ({ hash, batch }: Transaction): boolean => hash === batch

/** Nothing is known of how it ends. */
export const isUndecided = ({ status }: Pick<Transaction, 'status'>): boolean =>
  status === 'pending' || status === 'missing' || status === 'overtaken' || status === 'lapsed'

/** Still to be looked for: the network may yet include it, or take it back. */
export const isOpen = ({ status, isRecallable }: Transaction): boolean =>
  (isUndecided({ status }) && status !== 'lapsed') || isRecallable === true
