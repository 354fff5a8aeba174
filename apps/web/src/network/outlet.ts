import type { Namespace } from '@billfold/protocol/caip'

export type Brought = { amount: bigint; decimals: number; symbol: string }
/** One mined transaction of a faucet, and the amount it brought to the address: none for an intermediate step. */
export type Gift = { hash: string; block: bigint; brought: readonly Brought[] }

/** A faucet of the local network: the addresses it accepts, and the amounts it sent them, read from the chain. */
export type Outlet = {
  namespace: Namespace
  /** The chain that it pays on. */
  chainName: string
  /** Its gift, in words. */
  gives: string
  isAddress(text: string): boolean
  give(request: GiftRequest): Promise<readonly Gift[]>
}
export type GiftRequest = {
  address: string
  signal: AbortSignal
  /** Fires with the number of pending transactions. */
  onSent: (count: number) => void
}
