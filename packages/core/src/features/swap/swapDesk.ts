import type { SwapQuote } from '@billfold/protocol/api/swap'
import type { CaipNetworkId } from '@billfold/protocol/caip'
import type { KnownContract, SwapJudge, Swaps } from '../../chains/swaps.ts'
import { assertPlace } from '../../sending/assertPlace.ts'
import { Halt } from '../../sending/halt.ts'
import type { Desk } from '../../sending/runFlow.ts'
import type { Source } from '../source/source.ts'
import type { Mismatch } from './mismatch.ts'
import type { SwapAsset, SwapStep, SwapTrouble } from './swap.ts'

/** What the visitor was shown and said yes to. */
export type SwapOrder = {
  networkId: CaipNetworkId
  source: Source
  from: SwapAsset
  to: SwapAsset
  amount: bigint
  slippageBps: number
  quote: SwapQuote
  /** Fetches what the screen shows from the wallet's first request to the end; the wallet is not asked before that is here. */
  prepare?: () => Promise<unknown>
}
/** What a swap's steps work with, and what they carry out. */
export type SwapDesk = Desk<SwapStep> & { order: SwapOrder; swaps: Swaps; judge: SwapJudge; contract: KnownContract }

/** Stops a swap. */
export const halt = (trouble: SwapTrouble, message: string) => new Halt<SwapTrouble>(trouble, message)
/** Stops a swap that is not the one that was shown. */
export const haltOver = (mismatch: Mismatch, message: string) => new Halt<SwapTrouble>('mismatch', message, mismatch)

/** Before a wallet is asked for anything: it stands where it should, and the visitor is told what it is asked for. */
export async function turnToWallet(desk: SwapDesk, step: SwapStep): Promise<void> {
  await assertPlace(desk)
  desk.step(step)
}
