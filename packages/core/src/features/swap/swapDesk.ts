import { KitError } from '@billfold/protocol/error'
import type { KnownContract, SwapJudge, Swaps } from '../../chains/swaps.ts'
import { assertPlace } from '../../sending/assertPlace.ts'
import { Halt } from '../../sending/halt.ts'
import type { Desk } from '../../sending/runFlow.ts'
import type { Mismatch } from './mismatch.ts'
import type { SwapStep, SwapTrouble } from './swap.ts'
import type { SwapOrder } from './swapOrder.ts'

/** The context of a swap's steps, with its order. */
export type SwapDesk = Desk<SwapStep> & { order: SwapOrder; swaps: Swaps; judge: SwapJudge; contract: KnownContract }

/** Stops a swap. */
export const halt = (trouble: SwapTrouble, message: string) => new Halt<SwapTrouble>(trouble, message)
/** Stops a swap that differs from the review. */
export const haltOver = (mismatch: Mismatch, message: string) => new Halt<SwapTrouble>('mismatch', message, mismatch)

/** Wraps a server call; reports a malformed response, which would otherwise look like the visitor's mistake. */
export async function fromServer<T>(call: Promise<T>): Promise<T> {
  return call.catch((e: unknown) => {
    const { code, cause } = KitError.from(e)
    // An error of the server itself has no cause.
    if (code === 'invalid_input' && cause !== undefined) throw haltOver({ in: 'response' }, 'Invalid server response')
    throw e
  })
}

/** Before any wallet prompt: verifies its account and network, and shows the step. */
export async function turnToWallet(desk: SwapDesk, step: SwapStep): Promise<void> {
  await assertPlace(desk)
  desk.step(step)
}
