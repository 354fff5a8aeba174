import type { SwapFault } from '@billfold/protocol/eip155/swapCallFault'

/** A difference from the reviewed swap. */
export type Mismatch =
  | {
      in:
        | 'contract'
        | 'spender'
        | 'recipient'
        | 'paidToken'
        | 'receivedToken'
        | 'amount'
        | 'minimum'
        | 'fee'
        | 'deadline'
        | 'permission'
        | 'approval'
        /** The wallet approved something different, and it is mined. */
        | 'sentApproval'
        | 'decimals'
        /** The call cannot be decoded. */
        | 'call'
        /** Not simulated, or the simulation differs. */
        | 'simulation'
        /** A malformed server response. */
        | 'response'
    }
  /** The token has another symbol on chain. */
  | { in: 'symbol'; side: 'from' | 'to'; shown: string; says: string }

/** The mismatch that each fault is reported as. */
export const mismatchOf: Readonly<Record<SwapFault, Mismatch>> = {
  'a call that cannot be decoded': { in: 'call' },
  'another contract': { in: 'contract' },
  'another value': { in: 'amount' },
  'another recipient': { in: 'recipient' },
  'another token to pay': { in: 'paidToken' },
  'another token to receive': { in: 'receivedToken' },
  'another amount': { in: 'amount' },
  'a lower minimum': { in: 'minimum' },
  'a higher fee': { in: 'fee' },
  'another permission': { in: 'permission' },
  'no end': { in: 'deadline' },
}
