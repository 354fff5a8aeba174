import type { BuiltSwap } from '@billfold/protocol/api/swap'
import type { CaipNetworkId } from '@billfold/protocol/caip'
import type { SwapFault, ShownSwap as SwapOfCall } from '@billfold/protocol/eip155/swapCallFault'
import type { SwapContract } from '@billfold/protocol/eip155/swapContracts'
import type { AskChain, WalletRequest } from './chain.ts'
import type { Fee, TransferCall } from './transfers.ts'

/** Typed data as a server hands it over for signing. */
export type TypedData = {
  domain: Record<string, unknown>
  types: Record<string, { name: string; type: string }[]>
  primaryType: string
  message: Record<string, unknown>
}
/** How a batch that a wallet took is doing; `unsent` is one that the wallet says it could not send. */
export type BatchStatus =
  | { state: 'waiting' | 'unsent'; hash?: never }
  | { state: 'done'; hash: string }
  | { state: 'failed'; hash?: string }

/** What the visitor was shown of a permission to take tokens. */
export type ShownPermission = { token: string; spender: string; amount: bigint }

/** Contracts that a site trusts beside the kit's own list: by network, then by the source whose calls they take. */
export type OwnSwapContracts = Readonly<Partial<Record<CaipNetworkId, Readonly<Record<string, SwapContract>>>>>
/** Who carries out a source's swaps, and by what signature tokens may be taken there. */
export type KnownContract = SwapContract & {
  /** On the kit's own list; else the site added it. */
  isListed: boolean
  permit?: 'permit2' | 'eip2612'
}
/** What the visitor was shown of a swap, and who carries it out. */
export type ShownSwap = SwapOfCall & { contract: KnownContract }
/** What the kit itself finds out about a swap, whatever a server said of it. */
export type SwapJudge = {
  /** Nothing where neither list has the source there: then it is not offered. */
  contractOf(sourceId: string, networkId: CaipNetworkId, own?: OwnSwapContracts): KnownContract | undefined
  /** What is wrong with a swap's call, by its own bytes and the chain's registries; undefined where nothing is. */
  fault(call: TransferCall, shown: ShownSwap, at: { now: number; ask: AskChain }): Promise<SwapFault | undefined>
  /** What the network takes for a swap of so much gas; more by an operation of a smart account, where that is named. */
  fee(gas: bigint, ask: AskChain, smartAccount?: string): Promise<Fee>
  /** Tries calls on the chain, as the account sends them; the last with the gas it takes, or nothing where the chain would refuse. */
  tryOut(calls: readonly TransferCall[], ask: AskChain): Promise<TransferCall | undefined>
}

/** Permissions to take tokens, where a family's tokens ask for them. */
export type Allowances = {
  /** The call of an approval that a server built; nothing where it approves anything else than was shown. */
  approval(built: { to: string; data: string }, shown: ShownPermission & { owner: string }): TransferCall | undefined
  /** The transaction that a signed permission stands for: Permit2 lets the contract that the swap calls take the tokens, until then (ms); a token its spender. */
  insteadOf(
    kind: 'permit2' | 'eip2612',
    swap: TransferCall,
    shown: ShownPermission & { owner: string },
    until: number,
  ): TransferCall
  signTypedData(address: string, data: TypedData): WalletRequest
  readSignature(answer: unknown): string
  /**
   * The permission to sign, built again from what the visitor was shown; of the server's own only its number, its end and, of a
   * token's, its name and version are taken over. Or what is wrong with it. `taker` is who Permit2 passes the tokens on to.
   */
  permitOf(
    data: TypedData,
    shown: ShownPermission & { networkId: CaipNetworkId; owner: string; taker: string; kind: 'permit2' | 'eip2612' },
    now: number,
  ): { permit: TypedData } | { fault: string }
}

/** Several calls as one, all of them or none, where a family's wallets know that. */
export type Batches = {
  askSupport(address: string): WalletRequest
  isSupported(answer: unknown, networkId: CaipNetworkId): boolean
  /** Whether the wallet can have someone else pay the network (ERC-7677), by the same answer. */
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
  /** What checks quotes and calls; fetched before anything is offered. */
  judge(): Promise<SwapJudge>
  allowances?: Allowances
  batches?: Batches
}
