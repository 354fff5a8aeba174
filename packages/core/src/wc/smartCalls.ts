import { KitError } from '@billfold/protocol/error'
import { sameAddress } from '@billfold/protocol/sameAddress'
import { isMethodApproved } from '@billfold/protocol/wc/namespaces'
import type { RequestParts, SentRequest, Special } from './requestParts.ts'
import type { WcSession } from './wcSession.ts'

/** A wallet's capabilities (EIP-5792): taken from its session, otherwise requested once. */
export const capabilities =
  (route: Special): Special =>
  async (parts, session, request) => {
    const [address] = Array.isArray(request.params) ? request.params : []
    if (typeof address !== 'string')
      throw new KitError('invalid_input', { message: 'Missing address parameter in wallet_getCapabilities request' })
    const known = capabilitiesOf(session)
    const before = Object.keys(known).find((key) => sameAddress('eip155', key, address))
    if (before) return known[before]
    const answer = await route(parts, session, request)
    // A new session may have begun meanwhile; its wallet has its own capabilities.
    const now = parts.client.session()
    if (now?.topic === session.topic)
      parts.client.keepProperties({ capabilities: { ...capabilitiesOf(now), [address]: answer } })
    return answer
  }

/** Known capabilities by address: requested before, or sent with the session. */
function capabilitiesOf({ sessionProperties }: WcSession): Record<string, unknown> {
  const known: unknown = sessionProperties?.capabilities
  return typeof known === 'object' && !Array.isArray(known) ? { ...known } : {}
}

/**
 * Status of a smart account's calls: from the wallet's bundler, through our server or its own URL, otherwise from the
 * wallet.
 */
export const callsStatus: Special = async (parts, session, request) => {
  const { bundler_name: bundler, bundler_url: url } = session.sessionProperties ?? {}
  const query = new URLSearchParams({ projectId: parts.projectId, chainId: request.chainId, bundler: `${bundler}` })
  const from =
    typeof bundler === 'string'
      ? `${parts.apiUrl.replace(/\/$/, '')}/v1/bundler?${query}`
      : // The wallet's own URL: only if it is encrypted.
        typeof url === 'string' && url.startsWith('https://')
        ? url
        : undefined
  const isApproved = isMethodApproved(session.namespaces, request.chainId, request.method)
  if (from !== undefined)
    try {
      return await receipt(parts, from, request)
    } catch (e) {
      // The bundler is unknown or down: the wallet knows its own calls.
      if (!isApproved || request.signal?.aborted) throw e
    }
  if (isApproved) return parts.client.request(request)
  throw new KitError('unauthorized', { message: 'Fetching call status not approved by the wallet.' })
}

async function receipt({ rpc }: RequestParts, url: string, { chainId, params, signal }: SentRequest): Promise<unknown> {
  const ask = { method: 'eth_getUserOperationReceipt', params: Array.isArray(params) ? params.slice(0, 1) : [] }
  try {
    return await rpc({ urls: [url], chainId, ask, signal })
  } catch (e) {
    const { code, message, cause } = KitError.from(e)
    const status = (cause as { status?: number } | undefined)?.status ?? message
    throw new KitError(code, { message: `Failed to fetch user operation receipt - ${status}`, cause: e })
  }
}
