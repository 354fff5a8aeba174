import { type CaipNetworkId, isNamespace, type Namespace } from '@billfold/protocol/caip'
import { KitError } from '@billfold/protocol/error'
import { sameAddress } from '@billfold/protocol/sameAddress'
import type { Kit } from '../../kit.ts'
import { addressesOf, connectedAccount } from '../../model/connectedAccount.ts'
import type { Connector } from '../../model/connector.ts'
import { withDeadline } from '../../ports/withDeadline.ts'
import { createNetworkRequest } from '../../rpc/createNetworkRequest.ts'

const waitMs = 5000

/** Throws unless the page shows this account and the wallet still shares it. */
async function assertAccount(kit: Kit, connector: Connector, address: string): Promise<void> {
  const shown = connectedAccount(kit.store.get(), connector.namespace)
  const shared = await withDeadline(kit.ports.clock, waitMs, connector.accounts())
  const isThis = (account: { address: string } | undefined) =>
    sameAddress(connector.namespace, account?.address, address)
  if (!isThis(shown) || shown?.connectorId !== connector.id || !shared.some(isThis))
    throw new KitError('account_mismatch')
}

/** Signatures that do not name their signer. */
const signsText = /^(?:personal_sign|eth_sign(?:TypedData(?:_v[34])?)?)$/

type Parameters = {
  method: string
  params?: unknown
  namespace?: Namespace
  /** For a family without kit support: which of its networks, if not the first. */
  networkId?: string | undefined
}

/**
 * Forwards a site's request to the connected wallet. The page answers account queries itself, so that there is one
 * source of truth; signing requires the active account, asserted before and after.
 */
export async function requestWallet(
  kit: Kit,
  { method, params, namespace = kit.store.get().network.activeNamespace, networkId: place }: Parameters,
): Promise<unknown> {
  const account = connectedAccount(kit.store.get(), namespace)
  const [session] = kit.walletConnect?.connectors ?? []
  if (!isNamespace(namespace) && account && session)
    return session.request((place ?? account.networkId) as CaipNetworkId, method, params)
  const connector = account && kit.connectors.get(namespace, account.connectorId)
  const load = kit.chains[namespace]
  if (!account || !connector || !load) throw new KitError('provider_disconnected')
  const { address, networkId } = account
  const shown = addressesOf(account)
  if (method === 'eth_accounts' || method === 'eth_requestAccounts') return shown
  if (method === 'solana_getAccounts' || method === 'solana_requestAccounts') return shown.map((pubkey) => ({ pubkey }))
  const chain = await load()
  const signing = chain.signing({ method, params })
  if (!signing) return connector.request(networkId, method, params)
  try {
    if (signing.address !== undefined && !sameAddress(namespace, signing.address, address))
      throw new KitError('account_mismatch')
    const read = chain.readAnswer?.({ method, params }, address)
    await assertAccount(kit, connector, address)
    const request = chain.onNetwork?.({ method, params }, networkId) ?? { method, params }
    const answer = await connector.request(networkId, request.method, request.params)
    await assertAccount(kit, connector, address).catch((e) => {
      // A sent transaction cannot be undone: the site needs its hash, and the visitor sees the error.
      if (!signing.sends) throw e
      kit.store.send({ type: 'account/mismatched', namespace, address })
    })
    if (read) return await read(answer)
    if (!signsText.test(method)) return answer
    // The signature must be the active account's; a contract's is verified on its chain.
    const ask = createNetworkRequest(kit, { networkId })
    return await chain.readSignature({ address, message: '', request, networkId, answer, ask })
  } catch (e) {
    const error = KitError.from(e)
    if (error.code === 'account_mismatch') kit.store.send({ type: 'account/mismatched', namespace, address })
    throw error
  }
}
