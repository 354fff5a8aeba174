import type { CaipNetworkId } from '@billfold/protocol/caip'
import type { Refusal, Trace, TransferCall } from './transfer.ts'

/** The intent of a transaction, for display; amounts are integers in smallest units, as a string. */
export type TransactionIntent = {
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

/** Owners of a shared account who have approved a batch, and the number that must. */
export type Signers = { have: number; need: number }

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
  meant: TransactionIntent
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
  /** The batch waits for other owners of the account. */
  signers?: Signers
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
  /** Owners of the account have approved a batch, or not yet. */
  | { type: 'transaction/approved'; batch: string; signers: Signers }
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
