import type { CaipNetworkId } from '@billfold/protocol/caip'
import type { Refusal } from '../../chains/transfers.ts'
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
  /** The chain's name for it; of a batch, the wallet's until the chain has one. */
  hash: string
  /** The wallet's name for a batch of calls that it carries out as one (EIP-5792). */
  batch?: string
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
  /** Why the chain refused it, where that could be found out. */
  refusal?: Refusal
}

/** What is known of the end beyond how it was. */
export type Ending = { replacedBy?: string | undefined; altered?: boolean; refusal?: Refusal | undefined }

export type TransactionEvent =
  /** A wallet holds a request to send something, until it has answered: by sending it, or not. */
  | { type: 'wallet/asked' | 'wallet/answered'; kind: Transaction['kind'] }
  /** Late where the visitor has turned to something else since the wallet was asked. */
  | { type: 'transaction/sent'; transaction: Transaction; isLate?: boolean }
  | { type: 'transaction/seen'; hash: string; nonce: number; altered: boolean }
  /** The chain's name for a batch. */
  | { type: 'transaction/named'; batch: string; hash: string }
  | ({ type: 'transaction/settled'; hash: string; outcome: Outcome; at: number } & Ending)
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
      return change(state, e.hash, (t) =>
        t.nonce === e.nonce && t.status === 'pending' && (!e.altered || t.altered)
          ? t
          : { ...t, nonce: e.nonce, status: 'pending', ...(e.altered ? { altered: true } : {}) },
      )
    case 'transaction/named':
      return change(state, e.batch, (t) => ({ ...t, hash: e.hash }))
    case 'transaction/settled':
      return change(state, e.hash, (t) => ({
        ...t,
        status: e.outcome,
        settledAt: e.at,
        ...(e.replacedBy ? { replacedBy: e.replacedBy } : {}),
        ...(e.altered ? { altered: true } : {}),
        ...(e.refusal ? { refusal: e.refusal } : {}),
      }))
    case 'transaction/dismissed':
      return state.filter((t) => t.hash !== e.hash)
    default:
      return state
  }
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

/** Still to be looked for: the network may yet mine it. */
export const isOpen = ({ status }: Transaction): boolean => status === 'pending' || status === 'dropped'
