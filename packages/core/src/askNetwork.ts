import { type CaipNetworkId, parseCaipNetworkId } from '@billfold/protocol/caip'
import { KitError } from '@billfold/protocol/error'
import type { Ask, WalletRequest } from './chains/chain.ts'
import { connectedAccount } from './features/account/account.ts'
import { findNetwork } from './features/network/network.ts'
import { rpcUrlsOf } from './features/network/rpcUrlsOf.ts'
import type { Kit } from './kit.ts'
import { withDeadline } from './ports/withDeadline.ts'

const timeoutMs = 10_000
const maxBytes = 8_000_000

type Place = {
  networkId: CaipNetworkId
  /** The network's own node before the wallet: for checking what a wallet did. */
  nodeFirst?: boolean
  signal?: AbortSignal | undefined
}

/**
 * A way to ask a chain: through the wallet that stands on it, so that no other host is told, and else the network's nodes in turn.
 * What a node answers with an error is an answer; only silence and nonsense go on to the next.
 */
export function askNetwork(kit: Kit, { networkId, nodeFirst = false, signal }: Place): Ask {
  return async (request) => {
    const ways = nodeFirst
      ? [...nodes(kit, networkId), ...wallet(kit, networkId)]
      : [...wallet(kit, networkId), ...nodes(kit, networkId)]
    let last: unknown = new KitError('unavailable', { message: 'There is no way to this network' })
    for (const way of ways) {
      if (signal?.aborted) throw new KitError('aborted')
      try {
        return await way(request, signal)
      } catch (e) {
        if (isAnswer(e)) throw e
        last = e
      }
    }
    throw last
  }
}

type Way = (request: WalletRequest, signal?: AbortSignal) => Promise<unknown>

function wallet(kit: Kit, networkId: CaipNetworkId): Way[] {
  const { namespace } = parseCaipNetworkId(networkId)
  const account = connectedAccount(kit.store.get(), namespace)
  const connector = account && kit.connectors.get(namespace, account.connectorId)
  if (!connector || account.networkId !== networkId) return []
  return [
    ({ method, params }, signal) =>
      withDeadline(kit.ports.clock, timeoutMs, connector.request(networkId, method, params, signal)),
  ]
}

function nodes(kit: Kit, networkId: CaipNetworkId): Way[] {
  const state = kit.store.get()
  const network = findNetwork(state, networkId)
  if (!network) return []
  return rpcUrlsOf(state, network).map((url) => async ({ method, params }, signal) => {
    const { status, body } = await kit.ports.http({
      url,
      method: 'POST',
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      headers: { 'content-type': 'application/json' },
      timeoutMs,
      maxBytes,
      signal,
    })
    return read(status, body)
  })
}

function read(status: number, body: string): unknown {
  let answer: { result?: unknown; error?: unknown } | null
  try {
    answer = JSON.parse(body) as typeof answer
  } catch (cause) {
    throw new KitError('unavailable', { message: `HTTP status code: ${status}`, cause })
  }
  if (typeof answer !== 'object' || answer === null) throw new KitError('unavailable', { cause: answer })
  if (answer.error) throw KitError.from(answer.error)
  if (!('result' in answer)) throw new KitError('unavailable', { message: `HTTP status code: ${status}` })
  return answer.result
}

/** Another place to ask might know: the rest is what the chain itself says. */
const elsewhere = new Set<string>([
  'internal',
  'unavailable',
  'timeout',
  'aborted',
  'body_too_large',
  'too_many_requests',
  'provider_disconnected',
  'chain_disconnected',
  'unauthorized',
  'unknown_method',
  'method_unsupported',
  'wallet_method_unsupported',
])

/** Nodes and wallets give a revert any code, wrapped or not: what says that it reverted is the chain's word. */
function isAnswer(e: unknown): boolean {
  const error = KitError.from(e)
  if (!elsewhere.has(error.code)) return true
  let at: unknown = error.cause
  for (let depth = 0; depth < 5 && typeof at === 'object' && at !== null; depth++) {
    const { code, message, data, cause, originalError } = at as Record<string, unknown>
    if (code === 3 || (typeof message === 'string' && /revert/i.test(message))) return true
    at = originalError ?? data ?? cause
  }
  return false
}
