import { KitError } from '@billfold/protocol/error'
import { addressOfAccount, familyOf, grantsOn, isMethodApproved } from '@billfold/protocol/wc/namespaces'
import { isForWalletOnly } from './families.ts'
import type { RequestParts, SentRequest, Special } from './requestParts.ts'
import type { WcSession } from './wcSession.ts'

/** Sends a request to the wallet if it approved the method, otherwise to the chain's node. */
export async function sessionRequest(parts: RequestParts, request: SentRequest): Promise<unknown> {
  const session = parts.client.session()
  if (!session) throw new KitError('provider_disconnected', { message: 'Please call connect() before request()' })
  const special = familyOf(request.chainId) === 'eip155' && Object.hasOwn(evm, request.method) && evm[request.method]
  return special ? special(parts, session, request) : route(parts, session, request)
}

/** Routes to the wallet if it approved the method, otherwise to the chain's node. */
function route(parts: RequestParts, session: WcSession, request: SentRequest): Promise<unknown> {
  const { chainId, method, params, signal } = request
  if (isMethodApproved(session.namespaces, chainId, method)) return parts.client.request(request)
  if (isForWalletOnly(chainId, method))
    throw new KitError('unauthorized', { message: `The wallet did not approve ${method} on ${chainId}` })
  const urls = parts.rpcUrls(chainId)
  if (!urls) throw new KitError('network_unknown', { message: `JSON-RPC provider for ${chainId} not found` })
  return parts.rpc({ urls, chainId, ask: { method, params }, signal })
}

const accounts: Special = async (_, session, { chainId }) =>
  grantsOn(session.namespaces, chainId).accounts.map(addressOfAccount)

/** Methods with rules of their own in the EVM family. */
const evm: Readonly<Record<string, Special>> = {
  eth_accounts: accounts,
  eth_requestAccounts: accounts,
  eth_chainId: async (_, __, { chainId }) => `0x${Number(chainId.split(':')[1]).toString(16)}`,
  wallet_switchEthereumChain: async ({ goTo }, _, { params, signal }) => {
    const wanted = Number((firstOf(params) as { chainId?: unknown } | undefined)?.chainId)
    if (!Number.isSafeInteger(wanted) || wanted <= 0)
      throw new KitError('invalid_input', { message: 'Invalid chain id' })
    await goTo(`eip155:${wanted}`, signal)
    return null
  },
  wallet_getCapabilities: async (...all) => (await import('./smartCalls.ts')).capabilities(route)(...all),
  wallet_getCallsStatus: async (...all) => (await import('./smartCalls.ts')).callsStatus(...all),
}

const firstOf = (params: unknown): unknown => (Array.isArray(params) ? params[0] : undefined)
