import type { CaipNetworkId } from '@billfold/protocol/caip'
import type { WalletRequest } from './chain.ts'
import type { TransferCall } from './transfers.ts'

/** Typed data as a server hands it over for signing. */
export type TypedData = {
  domain: Record<string, unknown>
  types: Record<string, { name: string; type: string }[]>
  primaryType: string
  message: Record<string, unknown>
}
/** How a batch that a wallet took is doing. */
export type BatchStatus = { state: 'waiting' } | { state: 'done'; hash: string } | { state: 'failed' }

/** What a family must know beyond sending to swap. It encodes and decodes, and never talks to a wallet by itself. */
export type Swaps = {
  signTypedData(address: string, data: TypedData): WalletRequest
  readSignature(answer: unknown): string
  /** What is wrong with a permission to take tokens, compared with what the visitor was shown; undefined where nothing is. */
  permitFault(
    data: TypedData,
    shown: { networkId: CaipNetworkId; owner: string; token: string; spender: string; amount: bigint },
    now: number,
  ): string | undefined
  /** Whether an approval approves exactly this, and nothing else. */
  isApproval(call: { to: string; data: string }, shown: { token: string; spender: string; amount: bigint }): boolean
  askBatching(address: string): WalletRequest
  canBatch(answer: unknown, networkId: CaipNetworkId): boolean
  batch(calls: readonly TransferCall[], from: string, networkId: CaipNetworkId): WalletRequest
  readBatchId(answer: unknown): string
  askBatch(id: string): WalletRequest
  readBatch(answer: unknown): BatchStatus
}
