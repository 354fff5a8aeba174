import { type ErrorCode, KitError } from '@billfold/protocol/error'

const refusals: readonly ErrorCode[] = ['user_rejected', 'relay_refused', 'relay_clock', 'relay_busy']

/** Whether a wallet that was asked to send something has certainly not: the person rejected it, or it never got there. */
export const notSent = (e: unknown): boolean => refusals.includes(KitError.from(e).code)
