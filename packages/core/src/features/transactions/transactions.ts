import type { CaipNetworkId } from '@billfold/protocol/caip'
import type { Refusal, Trace, TransferCall } from '../../chains/transfers.ts'
import type { Event } from '../../store.ts'

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
 * How it ended. `expired` is what came too late to be included, and never will be; `dropped` is what the network has forgotten: it may
 * still come back, so it is looked for a while longer.
 */
export const outcomes = ['confirmed', 'failed', 'replaced', 'expired', 'dropped'] as const
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
  /** What the wallet was asked to sign, in its family's own words. */
  call: TransferCall
  meant: Meant
  sentAt: number
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
}

/** What is known of the end beyond how it was. */
export type Ending = {
  replacedBy?: string | undefined
  altered?: boolean | undefined
  refusal?: Refusal | undefined
  isRecallable?: boolean
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
  /** What another tab of the site keeps. */
  | { type: 'transaction/heard'; transactions: readonly Transaction[] }

export const maxTransactions = 20

/** Keeps the visitor's own transactions, newest first: all that are open, and the last that are not. */
export function reduceTransactions(state: readonly Transaction[], e: Event): readonly Transaction[] {
  switch (e.type) {
    case 'transaction/sent':
      return kept([e.transaction, ...state.filter((t) => t.hash !== e.transaction.hash)])
    case 'transaction/heard': {
      const isNew = ({ hash, batch }: Transaction) => !findTransaction(e.transactions, batch ?? hash)
      return kept([...state.filter(isNew), ...e.transactions].sort((a, b) => b.sentAt - a.sentAt))
    }
    case 'transaction/seen':
      return change(state, e.hash, (t) => {
        const after = seen(t, e)
        return JSON.stringify(after) === JSON.stringify(t) ? t : after
      })
    case 'transaction/named':
      return change(state, e.batch, (t) => ({ ...t, hash: e.hash }))
    case 'transaction/settled':
      return change(state, e.hash, ({ isRecallable: _, ...t }) => ({
        ...t,
        status: e.outcome,
        settledAt: e.at,
        ...(e.replacedBy ? { replacedBy: e.replacedBy } : {}),
        ...(e.altered ? { altered: true } : {}),
        ...(e.refusal ? { refusal: e.refusal } : {}),
        ...(e.isRecallable ? { isRecallable: true } : {}),
      }))
    case 'transaction/finalized':
      return change(state, e.hash, ({ isRecallable: _, ...t }) => t)
    case 'transaction/dismissed':
      return state.filter((t) => t.hash !== e.hash)
    default:
      return state
  }
}

type Seen = Extract<TransactionEvent, { type: 'transaction/seen' }>

/** It waits, and may do so again after it was included, where the chain has taken its block back. */
function seen(
  { settledAt: _, isRecallable: __, refusal: ___, ...t }: Transaction,
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

/** Still to be looked for: the network may yet include it, or take it back. */
export const isOpen = ({ status, isRecallable }: Transaction): boolean =>
  status === 'pending' || status === 'dropped' || isRecallable === true
