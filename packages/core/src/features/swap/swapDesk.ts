import { KitError } from '@billfold/protocol/error'
import type { KnownContract, SwapJudge, Swaps } from '../../chains/swaps.ts'
import { assertPlace } from '../../sending/assertPlace.ts'
import { Halt } from '../../sending/halt.ts'
import type { Desk } from '../../sending/runFlow.ts'
import type { Mismatch } from './mismatch.ts'
import type { SwapStep, SwapTrouble } from './swap.ts'
import type { SwapOrder } from './swapOrder.ts'

/** What a swap's steps work with, and what they carry out. */
export type SwapDesk = Desk<SwapStep> & { order: SwapOrder; swaps: Swaps; judge: SwapJudge; contract: KnownContract }

/** Stops a swap. */
export const halt = (trouble: SwapTrouble, message: string) => new Halt<SwapTrouble>(trouble, message)
/** Stops a swap that is not the one that was shown. */
export const haltOver = (mismatch: Mismatch, message: string) => new Halt<SwapTrouble>('mismatch', message, mismatch)

/** A call of the server; names a response that breaks the contract, which would otherwise pass for a slip of the visitor's. */
export async function fromServer<T>(call: Promise<T>): Promise<T> {
  return call.catch((e: unknown) => {
    const { code, cause } = KitError.from(e)
    // What the server itself rejects comes with its reason alone.
    if (code === 'invalid_input' && cause !== undefined) throw haltOver({ in: 'response' }, 'Invalid server response')
    throw e
  })
}

/** Before a wallet is asked for anything: it stands where it should, and the visitor is told what it is asked for. */
export async function turnToWallet(desk: SwapDesk, step: SwapStep): Promise<void> {
  await assertPlace(desk)
  desk.step(step)
}
