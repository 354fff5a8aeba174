import type { CaipNetworkId, Namespace } from '@billfold/protocol/caip'
import type { Network } from '../model/network.ts'
import type { QueryChain, QueryWallet, WalletRequest } from './chainQuery.ts'
import type { ProveStatement } from './statements.ts'
import type { Swaps } from './swaps.ts'
import type { Transfers } from './transfers.ts'
/** The signer that a request names, if any, and whether it also sends. */
export type Signing = { address?: string; sends: boolean }
export type NativeBalance = { value: bigint; decimals: number; symbol: string }

/** A wallet's response to a signature request: over a text, or over `request` in families that sign more than texts. */
export type SignatureAnswer = {
  address: string
  message: string
  request?: WalletRequest
  networkId?: CaipNetworkId
  answer: unknown
  ask: QueryWallet
}

/** A chain family: encodes and decodes, and never contacts a wallet by itself. */
export type Chain = {
  namespace: Namespace
  /** The address in the family's canonical form; throws if it is invalid. */
  parseAddress(text: string): string
  /** An account's address in a network's form; absent if all of the family's networks share one. */
  addressOn?(address: string, network: Network): string
  /** Describes the signing of a request; undefined for a query. */
  signing(request: WalletRequest): Signing | undefined
  /** Adds the network to a request that sends without naming one; absent if the family's requests name none. */
  onNetwork?(request: WalletRequest, networkId: CaipNetworkId): WalletRequest
  /**
   * Rejects a request that is invalid for the account, and returns the parser of the wallet's response, which throws on
   * a mismatch; absent if responses need no parsing, undefined for such requests.
   */
  readAnswer?(request: WalletRequest, address: string): ((answer: unknown) => Promise<unknown>) | undefined
  /** A request to sign a readable text. */
  signMessage(input: { address: string; message: string }): WalletRequest
  /** The signature, verified to be this account's; throws `account_mismatch` otherwise. */
  readSignature(input: SignatureAnswer): Promise<string>
  /** An account's native balance; absent if the kit cannot query it. */
  fetchBalance?(address: string, ask: QueryChain): Promise<bigint>
  /** The payment QR code's content, if it requires a query; absent if the address suffices. */
  receiveLink?(at: { address: string; networkId: CaipNetworkId }, ask: QueryChain): Promise<string>
  /** Verifies sign-in statements, loaded on demand; absent if unsupported. */
  statements?(): Promise<ProveStatement>
  /** The code for sending, loaded on demand; absent if unsupported. */
  transfers?(): Promise<Transfers>
  /** The additional code for swaps; absent if unsupported. */
  swaps?(): Promise<Swaps>
}

/** Families by namespace, each loaded on demand. */
export type Chains = Partial<Record<Namespace, () => Promise<Chain>>>
