import type { CaipNetworkId } from '@billfold/protocol/caip'
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

/** How it ended. `dropped` is what the network has forgotten: it may still come back, so it is looked for a while longer. */
export type Outcome = 'confirmed' | 'failed' | 'replaced' | 'dropped'

/** A transaction of the visitor's own that a wallet said it sent. */
export type Transaction = {
  hash: string
  networkId: CaipNetworkId
  kind: 'send' | 'swap' | 'approval'
  /** What the wallet was asked to sign; the value in decimal. */
  call: { from: string; to: string; value: string; data: string }
  meant: Meant
  sentAt: number
  /** The chain's height when the wallet was asked. */
  block?: string
  status: 'pending' | Outcome
  nonce?: number
  /** The transaction that took its turn. */
  replacedBy?: string
  /** The wallet signed something else than was shown. */
  altered?: true
  settledAt?: number
}

export type TransactionEvent =
  | { type: 'transaction/sent'; transaction: Transaction }
  | { type: 'transaction/seen'; hash: string; nonce: number; altered: boolean }
  | { type: 'transaction/settled'; hash: string; outcome: Outcome; at: number; replacedBy?: string; altered?: boolean }
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
      const isNew = ({ hash }: Transaction) => !e.transactions.some((t) => t.hash === hash)
      return kept([...state.filter(isNew), ...e.transactions].sort((a, b) => b.sentAt - a.sentAt))
    }
    case 'transaction/seen':
      return change(state, e.hash, (t) =>
        t.nonce === e.nonce && t.status === 'pending' && (!e.altered || t.altered)
          ? t
          : { ...t, nonce: e.nonce, status: 'pending', ...(e.altered ? { altered: true } : {}) },
      )
    case 'transaction/settled':
      return change(state, e.hash, (t) => ({
        ...t,
        status: e.outcome,
        settledAt: e.at,
        ...(e.replacedBy ? { replacedBy: e.replacedBy } : {}),
        ...(e.altered ? { altered: true } : {}),
      }))
    case 'transaction/dismissed':
      return state.filter((t) => t.hash !== e.hash)
    default:
      return state
  }
}

const kept = (list: readonly Transaction[]) => list.filter((t, at) => at < maxTransactions || isOpen(t))

function change(state: readonly Transaction[], hash: string, to: (t: Transaction) => Transaction) {
  const before = state.find((t) => t.hash === hash)
  const after = before && to(before)
  return after === before ? state : state.map((t) => (t === before ? after! : t))
}

/** Still to be looked for: the network may yet mine it. */
export const isOpen = ({ status }: Transaction): boolean => status === 'pending' || status === 'dropped'
