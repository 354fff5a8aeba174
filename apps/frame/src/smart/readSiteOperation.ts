import { KitError } from '@billfold/protocol/error'
import { sameAddress } from '@billfold/protocol/sameAddress'
import type { Hex } from '../evm/signHash.ts'
import { decodeCalls } from './decodeCalls.ts'
import type { SmartCall } from './encodeCalls.ts'
import type { SmartAccount } from './smartAccountOf.ts'

/**
 * The calls of a site's `eth_sendUserOperation`. Of what the site brings only the calls are taken: gas, fees, nonce and who pays are
 * found again by `prepareOperation`, so that its person is shown all of what is signed.
 */
export function readSiteOperation(params: readonly unknown[], account: SmartAccount): SmartCall[] {
  const { sender, callData } = (params[0] ?? {}) as Record<string, unknown>
  if (typeof sender !== 'string' || typeof callData !== 'string')
    throw new KitError('invalid_input', { message: 'This is not an operation.' })
  if (!sameAddress('eip155', sender, account.address))
    throw new KitError('unauthorized', { message: 'The operation is of another account.' })
  const calls = decodeCalls(callData as Hex)
  if (!calls) throw new KitError('invalid_input', { message: 'The operation cannot be displayed.' })
  return calls
}
