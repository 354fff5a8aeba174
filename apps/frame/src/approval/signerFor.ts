import { KitError } from '@billfold/protocol/error'
import { sameAddress } from '@billfold/protocol/sameAddress'
import type { Hex } from '../evm/signHash.ts'
import { signAsAccount } from '../smart/signAsAccount.ts'
import type { RequestContext } from './requestContext.ts'

/**
 * The signer of a hash for an address of this person: undefined for the key's own address, which signs by itself, otherwise their smart
 * account's. Rejects any other address before a screen opens.
 */
export async function signerFor(
  address: string,
  { person, network, node, smart, wallet }: RequestContext,
): Promise<((hash: Uint8Array) => Promise<Hex>) | undefined> {
  if (sameAddress('eip155', address, person.evmAddress)) return undefined
  const account = await smart.accountOn(network, person.evmAddress)
  if (!account || !sameAddress('eip155', address, account.address))
    throw new KitError('unauthorized', { message: 'The request is for a different account' })
  return (hash) =>
    signAsAccount(
      account,
      hash,
      () => wallet.sign({ kind: 'accountMessage', account, hash }),
      (method, params) => node(network.id, { method, params }),
    )
}
