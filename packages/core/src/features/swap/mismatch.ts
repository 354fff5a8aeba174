import type { SwapFault } from '@billfold/protocol/eip155/swapCallFault'

/** What of a swap is not as it was shown. */
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
        /** The wallet approved something else than it was asked for, and the chain has it. */
        | 'sentApproval'
        | 'decimals'
        /** No one can tell what it would do. */
        | 'call'
        /** It was not tried out, or does something else when it is. */
        | 'simulation'
        /** A response of the server that breaks the contract. */
        | 'response'
    }
  /** A token calls itself something else on the chain. */
  | { in: 'symbol'; side: 'from' | 'to'; shown: string; says: string }

/** Where a call that does something else than was shown does so. */
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
