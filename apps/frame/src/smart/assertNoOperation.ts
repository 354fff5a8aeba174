import { smartAccountContracts } from '@billfold/protocol/embedded/smartAccount'
import { KitError } from '@billfold/protocol/error'
import { sameAddress } from '@billfold/protocol/sameAddress'
import type { TypedData } from '../evm/hashTypedData.ts'

/**
 * Refuses typed data that is really an operation, or a message of a smart account: anyone who asks for its signature gets around the screen
 * that shows what an operation does.
 */
export function assertNoOperation({ domain, primaryType }: Pick<TypedData, 'domain' | 'primaryType'>): void {
  const { verifyingContract: contract, name } = domain
  const isOfEntryPoint =
    typeof contract === 'string' && sameAddress('eip155', contract, smartAccountContracts.entryPoint)
  if (
    isOfEntryPoint ||
    primaryType === 'PackedUserOperation' ||
    primaryType === 'AccountMessage' ||
    name === 'Billfold Account'
  )
    throw new KitError('unauthorized', {
      message: 'This is a smart account operation: a site cannot have it signed as data.',
    })
}
