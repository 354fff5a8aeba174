import { KitError } from '@billfold/protocol/error'
import { sameAddress } from '@billfold/protocol/sameAddress'
import type { Hex } from '../evm/signHash.ts'
import { signAsAccount } from '../smart/signAsAccount.ts'
import type { ReadDeps } from './readDeps.ts'

/**
 * Who signs a hash for an address of this person's: undefined for the key's own address, which signs by itself, and their smart
 * account's way where that has another. Any other address is refused before anyone is asked.
 */
export async function signerFor(
  address: string,
  { person, network, node, smart, wallet }: ReadDeps,
): Promise<((hash: Uint8Array) => Promise<Hex>) | undefined> {
  if (sameAddress('eip155', address, person.evmAddress)) return undefined
  const account = await smart.accountOn(network, person.evmAddress)
  if (!account || !sameAddress('eip155', address, account.address))
    throw new KitError('unauthorized', { message: 'The request is for another account than this wallet’s' })
  return (hash) =>
    signAsAccount(
      account,
      hash,
      () => wallet.sign({ kind: 'accountMessage', account, hash }),
      (method, params) => node(network.id, { method, params }),
    )
}
