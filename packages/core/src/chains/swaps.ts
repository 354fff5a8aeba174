import type { BuiltSwap } from '@billfold/protocol/api/swap'
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

/** What the visitor was shown of a permission to take tokens. */
export type ShownPermission = { token: string; spender: string; amount: bigint }

/** Permissions to take tokens, where a family's tokens ask for them. */
export type Allowances = {
  /** The call of an approval that a server built; nothing where it approves anything else than was shown. */
  approval(built: { to: string; data: string }, shown: ShownPermission & { owner: string }): TransferCall | undefined
  /** The same where the approved contract passes tokens on (Permit2): lets whom the swap calls take them, until then (ms). */
  approvalThrough(swap: TransferCall, shown: ShownPermission & { owner: string }, until: number): TransferCall
  signTypedData(address: string, data: TypedData): WalletRequest
  readSignature(answer: unknown): string
  /** What is wrong with a permission to take tokens, compared with what the visitor was shown; undefined where nothing is. */
  permitFault(
    data: TypedData,
    shown: ShownPermission & { networkId: CaipNetworkId; owner: string },
    now: number,
  ): string | undefined
}

/** Several calls as one, all of them or none, where a family's wallets know that. */
export type Batches = {
  askSupport(address: string): WalletRequest
  isSupported(answer: unknown, networkId: CaipNetworkId): boolean
  /** Whether the wallet can have somebody else pay the network (ERC-7677), by the same answer. */
  takesPayer(answer: unknown, networkId: CaipNetworkId): boolean
  request(calls: readonly TransferCall[], from: string, networkId: CaipNetworkId): WalletRequest
  readId(answer: unknown): string
  askStatus(id: string): WalletRequest
  readStatus(answer: unknown): BatchStatus
}

/** What a family must know beyond sending to swap; what it lacks is absent. It encodes and decodes, and never talks to a wallet by itself. */
export type Swaps = {
  /** The call of a swap that a server built, and what it takes of the chain's own coin. */
  read(built: BuiltSwap, sold: { owner: string; isCoin: boolean }): { call: TransferCall; value: bigint }
  allowances?: Allowances
  batches?: Batches
}
