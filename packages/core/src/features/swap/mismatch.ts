import type { SwapFault } from '@billfold/protocol/eip155/swapCallFault'
import type { Mismatch } from '../../model/mismatch.ts'

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
