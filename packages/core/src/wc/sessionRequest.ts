import { KitError } from '@billfold/protocol/error'
import { sameAddress } from '@billfold/protocol/sameAddress'
import { addressOfAccount, familyOf, grantsOn, isMethodApproved } from '@billfold/protocol/wc/namespaces'
import type { AskNodes } from '../askNodes.ts'
import type { WcClient } from './createWcClient.ts'
import { isForWalletOnly } from './families.ts'
import type { WcSession } from './wcSession.ts'

const retries = 3

export type RequestParts = {
  client: WcClient
  /** Asks a chain's servers. */
  rpc: AskNodes
  /** Where a chain is asked; undefined for a chain the site does not have. */
  rpcUrls: (chainId: string) => readonly string[] | undefined
  /** Where smart accounts' calls are looked up by a bundler's name; without it the wallet is asked. */
  bundlerUrl?: ((chainId: string, bundler: string) => string) | undefined
  /** Goes to another chain, by the wallet's rules. */
  goTo: (chainId: string, signal?: AbortSignal) => Promise<void>
}
export type Asked = {
  chainId: string
  method: string
  params: unknown
  signal?: AbortSignal | undefined
  onId?: ((id: number) => void) | undefined
}
type Special = (parts: RequestParts, session: WcSession, asked: Asked) => Promise<unknown>

/** Delivers a request: to the wallet where it approved the method, else to the chain's own server. */
export async function sessionRequest(parts: RequestParts, asked: Asked): Promise<unknown> {
  const session = parts.client.session()
  if (!session) throw new KitError('provider_disconnected', { message: 'Please call connect() before request()' })
  const special = familyOf(asked.chainId) === 'eip155' && Object.hasOwn(evm, asked.method) && evm[asked.method]
  return special ? special(parts, session, asked) : route(parts, session, asked)
}

function route(parts: RequestParts, session: WcSession, asked: Asked): Promise<unknown> {
  const { chainId, method, params, signal } = asked
  if (isMethodApproved(session.namespaces, chainId, method)) return parts.client.request(asked)
  if (isForWalletOnly(chainId, method))
    throw new KitError('unauthorized', { message: `The wallet did not approve ${method} on ${chainId}` })
  const urls = parts.rpcUrls(chainId)
  if (!urls) throw new KitError('network_unknown', { message: `JSON-RPC provider for ${chainId} not found` })
  return parts.rpc({ urls, chainId, ask: { method, params }, retries, signal })
}

const accounts: Special = async (_, session, { chainId }) =>
  grantsOn(session.namespaces, chainId).accounts.map(addressOfAccount)

/** What the EVM family answers by rules of its own. */
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
  wallet_getCapabilities: async (parts, session, asked) => {
    const [address] = Array.isArray(asked.params) ? asked.params : []
    if (typeof address !== 'string')
      throw new KitError('invalid_input', { message: 'Missing address parameter in wallet_getCapabilities request' })
    const known = capabilitiesOf(session)
    const before = Object.keys(known).find((key) => sameAddress('eip155', key, address))
    if (before) return known[before]
    const answer = await route(parts, session, asked)
    // Another session may have begun meanwhile; its wallet has capabilities of its own.
    const now = parts.client.session()
    if (now?.topic === session.topic)
      parts.client.keepProperties({ capabilities: { ...capabilitiesOf(now), [address]: answer } })
    return answer
  },
  wallet_getCallsStatus: async (parts, session, asked) => {
    const { bundler_name: name, bundler_url: url } = session.sessionProperties ?? {}
    if (typeof name === 'string' && parts.bundlerUrl)
      return receipt(parts, parts.bundlerUrl(asked.chainId, name), asked)
    // The wallet names a server for us to ask: only one that nobody can listen in on.
    if (typeof url === 'string' && url.startsWith('https://')) return receipt(parts, url, asked)
    if (isMethodApproved(session.namespaces, asked.chainId, asked.method)) return parts.client.request(asked)
    throw new KitError('unauthorized', { message: 'Fetching call status not approved by the wallet.' })
  },
}

/** The capabilities a wallet was asked for before, by address; a wallet may also send them with its session. */
function capabilitiesOf({ sessionProperties }: WcSession): Record<string, unknown> {
  const known: unknown = sessionProperties?.capabilities
  return typeof known === 'object' && !Array.isArray(known) ? { ...known } : {}
}

async function receipt({ rpc }: RequestParts, url: string, { chainId, params, signal }: Asked): Promise<unknown> {
  const ask = { method: 'eth_getUserOperationReceipt', params: [firstOf(params)] }
  try {
    return await rpc({ urls: [url], chainId, ask, retries, signal })
  } catch (e) {
    const { code, message, cause } = KitError.from(e)
    const status = (cause as { status?: number } | undefined)?.status ?? message
    throw new KitError(code, { message: `Failed to fetch user operation receipt - ${status}`, cause: e })
  }
}

const firstOf = (params: unknown): unknown => (Array.isArray(params) ? params[0] : undefined)
