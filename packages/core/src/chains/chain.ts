import type { CaipNetworkId, Namespace } from '@billfold/protocol/caip'
import type { Network } from '../features/network/network.ts'
import type { ProveStatement } from './statements.ts'
import type { Swaps } from './swaps.ts'
import type { Transfers } from './transfers.ts'

/** What a chain family asks of a wallet: encoded here, delivered by a connector. */
export type WalletRequest = { method: string; params: unknown }
/** What a request makes a wallet sign: with which account, if it says so, and whether it also sends it off. */
export type Signing = { address?: string; sends: boolean }
export type NativeBalance = { value: bigint; decimals: number; symbol: string }

/** How a wallet's answers look to a family: asked again through the same wallet when a check needs it. */
export type Ask = (request: WalletRequest) => Promise<unknown>

/** What a chain's server is asked: by JSON-RPC, or to read a path below its address, or to take what is posted there. */
export type NodeQuestion = WalletRequest | { path: string; post?: string }
/** How a chain answers a family. */
export type AskChain = (question: NodeQuestion) => Promise<unknown>

/** What a wallet answered that was to sign: a text, or what `asked` asks for where the family's requests sign more than texts. */
export type SignatureAnswer = {
  address: string
  message: string
  asked?: WalletRequest
  networkId?: CaipNetworkId
  answer: unknown
  ask: Ask
}

/** A chain family: it encodes and decodes, and never talks to a wallet by itself. */
export type Chain = {
  namespace: Namespace
  /** The address in the family's one written form; throws on anything that is none. */
  parseAddress(text: string): string
  /** An account's address as a network writes it; absent where all of a family's networks write it alike. */
  addressOn?(address: string, network: Network): string
  /** What a request signs; nothing for one that only asks. */
  signing(request: WalletRequest): Signing | undefined
  /** A request that sends, with its network named where it names none; absent where requests name none. */
  onNetwork?(request: WalletRequest, networkId: CaipNetworkId): WalletRequest
  /**
   * Refuses a request that is invalid for the account, and gives the way to read the wallet's answer, which throws where
   * that is not what was asked; absent where answers need no reading, undefined for such requests.
   */
  readAnswer?(request: WalletRequest, address: string): ((answer: unknown) => Promise<unknown>) | undefined
  /** Asks a wallet to sign a text for people. */
  signMessage(input: { address: string; message: string }): WalletRequest
  /** The signature in the answer, proven to be this account's; throws `account_mismatch` when it is another's. */
  readSignature(input: SignatureAnswer): Promise<string>
  /** What an account holds of the chain's own coin; absent where the kit cannot know. */
  askBalance?(address: string, ask: AskChain): Promise<bigint>
  /** What a code to be paid by holds, where the chain must be asked for it; absent where the account alone says it. */
  receiveLink?(at: { address: string; networkId: CaipNetworkId }, ask: AskChain): Promise<string>
  /** Proves what accounts signed to sign in, fetched when needed; absent where the kit cannot. */
  statements?(): Promise<ProveStatement>
  /** All that sending takes, fetched when needed; absent where the kit cannot send. */
  transfers?(): Promise<Transfers>
  /** What swapping takes beyond that; absent where the kit cannot swap. */
  swaps?(): Promise<Swaps>
}

/** Families by namespace, each fetched when first needed. */
export type Chains = Partial<Record<Namespace, () => Promise<Chain>>>
