import { KitError } from '@billfold/protocol/error'
import { sameAddress } from '@billfold/protocol/sameAddress'
import type { Hex } from '../evm/signHash.ts'
import { decodeCalls } from './decodeCalls.ts'
import type { SmartCall } from './encodeCalls.ts'
import type { SmartAccount } from './smartAccountOf.ts'

/**
 * Reads the calls of a site's `eth_sendUserOperation`, and nothing else: `prepareOperation` sets gas, fees, nonce and payer itself, so that the
 * screen shows all that is signed.
 */
export function readSiteOperation(params: readonly unknown[], account: SmartAccount): SmartCall[] {
  const { sender, callData } = (params[0] ?? {}) as Record<string, unknown>
  if (typeof sender !== 'string' || typeof callData !== 'string')
    throw new KitError('invalid_input', { message: 'The operation needs `sender` and `callData`.' })
  if (!sameAddress('eip155', sender, account.address))
    throw new KitError('unauthorized', { message: 'The operation is from a different account.' })
  const calls = decodeCalls(callData as Hex)
  if (!calls) throw new KitError('invalid_input', { message: 'The operation cannot be displayed.' })
  return calls
}
