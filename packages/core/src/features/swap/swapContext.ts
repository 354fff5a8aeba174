import { KitError } from '@billfold/protocol/error'
import type { KnownContract, Swaps, SwapVerifier } from '../../chains/swaps.ts'
import { assertWalletReady } from '../../flows/assertWalletReady.ts'
import { Halt } from '../../flows/halt.ts'
import type { FlowContext } from '../../flows/runFlow.ts'
import type { Mismatch } from '../../model/mismatch.ts'
import type { SwapError, SwapStep } from '../../model/swap.ts'
import type { SwapOrder } from './swapOrder.ts'

/** The context of a swap's steps, with its order. */
export type SwapContext = FlowContext<SwapStep> & {
  order: SwapOrder
  swaps: Swaps
  judge: SwapVerifier
  contract: KnownContract
}

/** Stops a swap. */
export const halt = (trouble: SwapError, message: string) => new Halt<SwapError>(trouble, message)
/** Stops a swap that differs from the review. */
export const haltOver = (mismatch: Mismatch, message: string) => new Halt<SwapError>('mismatch', message, mismatch)

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
export async function assertReadyForWallet(desk: SwapContext, step: SwapStep): Promise<void> {
  await assertWalletReady(desk)
  desk.step(step)
}
