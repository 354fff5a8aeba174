import type { Hex } from 'viem'
import type { EvmAddress, ServerChain } from '../../chains/serverChain.ts'

/** The chain's own coin among the tokens of a swap. */
export const nativeCoin = 'native'
export type SwapAsset = EvmAddress | typeof nativeCoin

/** A swap to quote. */
export type QuoteRequest = {
  chain: ServerChain
  from: SwapAsset
  to: SwapAsset
  amount: bigint
  user: EvmAddress
  slippageBps: number
  /** The operator's fee, off what comes out. */
  fee?: { bps: number; recipient: EvmAddress } | undefined
  /** Whether the asker can sign EIP-2612 permits in the place of an approval. */
  signsEip2612?: boolean | undefined
}

/** One step of a route. */
type Hop = { exchange: string; from: SwapAsset; to: SwapAsset; feeBps?: number | undefined }
/** A fee: amount, taker and token. */
export type FeeTaken = { name: string; token: SwapAsset; amount: bigint; bps?: number | undefined }

/** A source's quote. */
export type SourceQuote = {
  /** After every fee but gas. */
  amountOut: bigint
  /** The minimum that the chain enforces. */
  minOut: bigint
  fees: readonly FeeTaken[]
  route: readonly Hop[]
  /** An estimate, until the transaction itself is simulated; an approval before it is not in it. */
  gas: bigint
  priceImpactBps?: number | undefined
  /** How far the price has ranged in the last minutes, in hundredths of a percent, where that is known. */
  volatilityBps?: number | undefined
  /** The spender of the tokens; absent if the chain's own coin is paid. */
  spender?: EvmAddress | undefined
  /** The contract that will be called, where that is known before the transaction is built. */
  target?: EvmAddress | undefined
  /** The request as the source echoes it, if it does: a quote for something else is rejected. */
  echo?: { chainId?: number | undefined; from?: SwapAsset; to?: SwapAsset; amount?: bigint } | undefined
  /** Milliseconds since 1970. */
  expiresAt: number
  /** The source's own, handed back when the transaction is built. */
  memo: unknown
}

/** A signature in the place of an approval, ready for the contract that takes it. */
export type Permit = { typedData: TypedData; signature: Hex }
export type TypedData = {
  domain: Record<string, unknown>
  types: Record<string, { name: string; type: string }[]>
  primaryType: string
  message: Record<string, unknown>
}

/** The transaction that swaps. */
export type BuiltSwap = { to: EvmAddress; data: Hex; value: bigint; gas?: bigint | undefined; minOut: bigint }

/** Knows what a swap gives, and how it is done. */
export type QuoteSource = {
  /** Short and stable: it is in answers and metrics. */
  id: string
  /** As a person reads it. */
  name: string
  supports(chain: ServerChain): boolean
  /** Whether it has anything to say to such a request; it is not heard of where it has not. */
  suits?(request: QuoteRequest): boolean
  /** `undefined` where it knows no route from one to the other; rejects when it cannot tell, or with `AmountTooSmall`. */
  quote(request: QuoteRequest, signal: AbortSignal): Promise<SourceQuote | undefined>
  /** Whether building takes another request to a rate-limited service. */
  buildsByRequest?: boolean
  build(request: QuoteRequest, quote: SourceQuote, signal: AbortSignal, permit?: Permit): Promise<BuiltSwap>
  /** The spender on a chain, if it is known before there is a quote. */
  spenderOn?(chain: ServerChain): EvmAddress | undefined
  /** By what a signature is taken: Permit2, itself approved to by a transaction, or the token, with no approval at all. */
  permitKind?: 'permit2' | 'eip2612'
  /** A permit to sign instead of an approval, if there is one. */
  permit?(request: QuoteRequest, quote: SourceQuote, signal: AbortSignal): Promise<TypedData | undefined>
}
