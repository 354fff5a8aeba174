import type { BuiltSwap } from '@billfold/protocol/api/swap'
import type { CaipNetworkId } from '@billfold/protocol/caip'
import type { SwapFault, ShownSwap as SwapOfCall } from '@billfold/protocol/eip155/swapCallFault'
import type { SwapContract } from '@billfold/protocol/eip155/swapContracts'
import type { OwnSwapContracts } from '../model/swapContracts.ts'
import type { Signers } from '../model/transactions.ts'
import type { TransferCall } from '../model/transfer.ts'
import type { QueryChain, WalletRequest } from './chainQuery.ts'
import type { Fee } from './transfers.ts'

/** Typed data from a server, to sign. */
export type TypedData = {
  domain: Record<string, unknown>
  types: Record<string, { name: string; type: string }[]>
  primaryType: string
  message: Record<string, unknown>
}
/** The status of a batch; `unsent` if the wallet reports that it could not send it. */
export type BatchStatus =
  | { state: 'waiting' | 'unsent'; hash?: never; signers?: Signers }
  | { state: 'done'; hash: string }
  | { state: 'failed'; hash?: string }

/** The approval that the visitor was shown. */
export type ShownPermission = { token: string; spender: string; amount: bigint }
/** The contract that executes a source's swaps, and its permit type. */
export type KnownContract = SwapContract & {
  /** On the kit's own list; otherwise the site's. */
  isListed: boolean
  permit?: 'permit2' | 'eip2612'
}
/** The swap that the visitor was shown, and its contract. */
export type ShownSwap = SwapOfCall & { contract: KnownContract }
/** The kit's own verification of a swap, independent of the server. */
export type SwapVerifier = {
  /** Undefined if neither list has the source on this network: then it is not offered. */
  contractOf(sourceId: string, networkId: CaipNetworkId, own?: OwnSwapContracts): KnownContract | undefined
  /** Finds what is wrong with a swap's call, by its data and the chain's registries; undefined if valid. */
  fault(call: TransferCall, shown: ShownSwap, at: { now: number; ask: QueryChain }): Promise<SwapFault | undefined>
  /** The network fee of a swap with this gas; higher for a smart account's operation. */
  fee(gas: bigint, ask: QueryChain, smartAccount?: string): Promise<Fee>
  /** Simulates calls from the account; returns the last with its gas, or undefined if the chain would reject them. */
  tryOut(calls: readonly TransferCall[], ask: QueryChain): Promise<TransferCall | undefined>
}

/** Token approvals, in families that have them. */
export type Allowances = {
  /** The call of an approval that a server built; undefined unless it approves exactly what was shown. */
  approval(built: { to: string; data: string }, shown: ShownPermission & { owner: string }): TransferCall | undefined
  /**
   * The transaction equivalent to a signed permit: lets the swap's contract take the tokens through Permit2 until then
   * (ms), or the token's spender.
   */
  insteadOf(
    kind: 'permit2' | 'eip2612',
    swap: TransferCall,
    shown: ShownPermission & { owner: string },
    until: number,
  ): TransferCall
  signTypedData(address: string, data: TypedData): WalletRequest
  readSignature(answer: unknown): string
  /**
   * The permit to sign, rebuilt from what the visitor was shown; of the server's version only the nonce, the expiry
   * and, for a token's own, name and version are used. Or what is wrong with it. `taker` receives the tokens through
   * Permit2.
   */
  permitOf(
    data: TypedData,
    shown: ShownPermission & { networkId: CaipNetworkId; owner: string; taker: string; kind: 'permit2' | 'eip2612' },
    now: number,
  ): { permit: TypedData } | { fault: string }
}

/** Atomic batches of calls, in families whose wallets support them. */
export type Batches = {
  capabilitiesRequest(address: string): WalletRequest
  isSupported(answer: unknown, networkId: CaipNetworkId): boolean
  /** Whether the same capabilities include a paymaster (ERC-7677). */
  takesPayer(answer: unknown, networkId: CaipNetworkId): boolean
  request(calls: readonly TransferCall[], from: string, networkId: CaipNetworkId): WalletRequest
  readId(answer: unknown): string
  statusRequest(id: string): WalletRequest
  readStatus(answer: unknown): BatchStatus
}

/**
 * A family's code for swaps, beyond sending; unsupported parts are absent. It encodes and decodes, and never contacts a
 * wallet by itself.
 */
export type Swaps = {
  /** The call of a swap that a server built, and the native coins it spends. */
  read(built: BuiltSwap, sold: { owner: string; isCoin: boolean }): { call: TransferCall; value: bigint }
  /** Verifies quotes and calls; loaded before anything is offered. */
  judge(): Promise<SwapVerifier>
  allowances?: Allowances
  batches?: Batches
}
