import type { TransactionDescription } from '@billfold/protocol/solana/describeTransaction'
import type { TypedDataDefinition } from 'viem'
import type { ExtrinsicStep } from './polkadot/describeExtrinsic.ts'
import type { WalletChain } from './walletSession.ts'

/** One call for the wallet to send, with every number filled in. */
export type PreparedCall = {
  to?: string | undefined
  value: bigint
  data: string
  /** The estimated fee in wei; undefined if it depends on the call before it. */
  fee?: bigint | undefined
}

/** A prompt, by kind; each carries the facts needed to decide. */
export type Question = {
  account: string
  chain?: WalletChain | undefined
  /** The name of a chain that is not an EVM one. */
  network?: string
} & (
  | { kind: 'connect' }
  | { kind: 'unlock' }
  | { kind: 'message'; bytes: Uint8Array }
  | { kind: 'typedData'; typedData: TypedDataDefinition }
  | { kind: 'transaction'; call: PreparedCall }
  | { kind: 'calls'; calls: readonly PreparedCall[]; atomic: boolean }
  | { kind: 'instructions'; description: TransactionDescription; isSent: boolean }
  | {
      kind: 'payments'
      outputs: readonly { to: string; value: bigint }[]
      fee: bigint
      /** The wallet's own addresses: what is paid there is change. */
      own: readonly string[]
      isSent: boolean
    }
  /** A Polkadot call as raw bytes, and its nonce; its steps, if the chain's node responds. */
  | { kind: 'extrinsic'; call: string; nonce: number; steps?: readonly ExtrinsicStep[] | undefined }
  | { kind: 'switchChain'; to: WalletChain }
  | { kind: 'addChain'; to: WalletChain }
  | { kind: 'watchAsset'; symbol: string; address: string; decimals: number }
)

/** A question with who asks it: what the confirmation window shows. */
export type AskedQuestion = Question & { origin: string; method: string }
