import { KitError } from '@billfold/protocol/error'
import { addressOfAccount, familyOf, grantsOn, isMethodApproved } from '@billfold/protocol/wc/namespaces'
import type { AskNodes } from '../askNodes.ts'
import type { WcClient } from './createWcClient.ts'
import { isForWalletOnly } from './families.ts'
import type { PeerAnswer } from './peers.ts'
import type { WcSession } from './wcSession.ts'

export type RequestParts = {
  client: Pick<WcClient, 'session' | 'request' | 'keepProperties'>
  /** Asks a chain's servers. */
  rpc: AskNodes
  /** Where a chain is asked; undefined for a chain the site does not have. */
  rpcUrls: (chainId: string) => readonly string[] | undefined
  /** Our server, where smart accounts' calls are looked up by a bundler's name. */
  apiUrl: string
  projectId: string
  /** Goes to another chain, by the wallet's rules. */
  goTo: (chainId: string, signal?: AbortSignal) => Promise<void>
}
export type Asked = {
  chainId: string
  method: string
  params: unknown
  signal?: AbortSignal | undefined
  onId?: ((id: number) => void) | undefined
  onAfter?: ((answer: PeerAnswer) => void) | undefined
}
export type Special = (parts: RequestParts, session: WcSession, asked: Asked) => Promise<unknown>

/** Delivers a request: to the wallet where it approved the method, else to the chain's own server. */
export async function sessionRequest(parts: RequestParts, asked: Asked): Promise<unknown> {
  const session = parts.client.session()
  if (!session) throw new KitError('provider_disconnected', { message: 'Please call connect() before request()' })
  const special = familyOf(asked.chainId) === 'eip155' && Object.hasOwn(evm, asked.method) && evm[asked.method]
  return special ? special(parts, session, asked) : route(parts, session, asked)
}

/** To the wallet where it approved the method, else to the chain's own server. */
function route(parts: RequestParts, session: WcSession, asked: Asked): Promise<unknown> {
  const { chainId, method, params, signal } = asked
  if (isMethodApproved(session.namespaces, chainId, method)) return parts.client.request(asked)
  if (isForWalletOnly(chainId, method))
    throw new KitError('unauthorized', { message: `The wallet did not approve ${method} on ${chainId}` })
  const urls = parts.rpcUrls(chainId)
  if (!urls) throw new KitError('network_unknown', { message: `JSON-RPC provider for ${chainId} not found` })
  return parts.rpc({ urls, chainId, ask: { method, params }, signal })
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
  wallet_getCapabilities: async (...all) => (await import('./smartCalls.ts')).capabilities(route)(...all),
  wallet_getCallsStatus: async (...all) => (await import('./smartCalls.ts')).callsStatus(...all),
}

const firstOf = (params: unknown): unknown => (Array.isArray(params) ? params[0] : undefined)
