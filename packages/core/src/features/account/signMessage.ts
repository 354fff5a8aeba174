import type { Namespace } from '@billfold/protocol/caip'
import { KitError } from '@billfold/protocol/error'
import type { Kit } from '../../kit.ts'
import { connectedAccount } from './account.ts'
import { assertAccount } from './assertAccount.ts'

/** Has the wallet sign a text. The account shown is the account that signs: asserted before, and proven after. */
export async function signMessage(
  kit: Kit,
  { message, namespace = kit.store.get().network.activeNamespace }: { message: string; namespace?: Namespace },
): Promise<string> {
  const account = connectedAccount(kit.store.get(), namespace)
  const connector = account && kit.connectors.get(namespace, account.connectorId)
  const load = kit.chains[namespace]
  if (!account || !connector || !load) throw new KitError('provider_disconnected')
  const { address, networkId } = account
  const chain = await load()
  try {
    await assertAccount(kit, connector, chain, address)
    const { method, params } = chain.signMessage({ address, message })
    const answer = await connector.request(networkId, method, params)
    const ask = (request: { method: string; params: unknown }) =>
      connector.request(networkId, request.method, request.params)
    const signature = await chain.readSignature({ address, message, answer, ask })
    await assertAccount(kit, connector, chain, address)
    return signature
  } catch (e) {
    const error = KitError.from(e)
    if (error.code === 'account_mismatch') kit.store.send({ type: 'account/mismatched', namespace, address })
    throw error
  }
}
