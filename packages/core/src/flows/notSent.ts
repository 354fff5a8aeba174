import { type ErrorCode, KitError } from '@billfold/protocol/error'

const refusals: readonly ErrorCode[] = ['user_rejected', 'relay_refused', 'relay_clock', 'relay_busy']

/** Whether a wallet has certainly not sent a requested transaction: it was rejected, or never reached the wallet. */
export const notSent = (e: unknown): boolean => refusals.includes(KitError.from(e).code)
