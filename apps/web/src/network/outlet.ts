import type { Namespace } from '@billfold/protocol/caip'

export type Brought = { amount: bigint; decimals: number; symbol: string }
/** One mined transaction of a faucet, and what it brought to the address: nothing for a step in between. */
export type Gift = { hash: string; block: bigint; brought: readonly Brought[] }

/** A faucet of the local network: whose addresses it knows, and what it brings them, read from the chain. */
export type Outlet = {
  namespace: Namespace
  /** The chain it gives on. */
  chainName: string
  /** What it gives, in words. */
  gives: string
  isAddress(text: string): boolean
  give(request: GiftRequest): Promise<readonly Gift[]>
}
export type GiftRequest = {
  address: string
  signal: AbortSignal
  /** Told how many transactions are on their way. */
  onSent: (count: number) => void
}
