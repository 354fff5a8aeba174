import type { Namespace } from '@billfold/protocol/caip'
import { KitError } from '@billfold/protocol/error'
import type { Kit } from '../../kit.ts'
import { connectedAccount } from '../../model/connectedAccount.ts'
import { withDeadline } from '../../ports/withDeadline.ts'
import { requestWallet } from './requestWallet.ts'

const waitMs = 10_000

/** Requests a signature over a text. The active account must be the signer: asserted before and after, and verified. */
export async function signMessage(
  kit: Kit,
  { message, namespace = kit.store.get().network.activeNamespace }: { message: string; namespace?: Namespace },
): Promise<string> {
  const account = connectedAccount(kit.store.get(), namespace)
  const load = kit.chains[namespace]
  if (!account || !load) throw new KitError('provider_disconnected')
  const { address, networkId } = account
  const chain = await load()
  const answer = await requestWallet(kit, { ...chain.signMessage({ address, message }), namespace })
  try {
    const ask = ({ method, params }: { method: string; params: unknown }) =>
      withDeadline(kit.ports.clock, waitMs, requestWallet(kit, { method, params, namespace }))
    return await chain.readSignature({ address, message, networkId, answer, ask })
  } catch (e) {
    const error = KitError.from(e)
    if (error.code === 'account_mismatch') kit.store.send({ type: 'account/mismatched', namespace, address })
    throw error
  }
}
