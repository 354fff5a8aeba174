import { parseCaipNetworkId } from '@billfold/protocol/caip'
import { KitError } from '@billfold/protocol/error'
import { rpcCodesOf } from '@billfold/protocol/walletError'
import type { ChainQuery } from '../chains/chainQuery.ts'
import type { Kit } from '../kit.ts'
import { connectedAccount } from '../model/connectedAccount.ts'
import { embeddedId } from '../model/connector.ts'
import { findNetwork } from '../model/findNetwork.ts'
import { rpcUrlsOf } from '../model/rpcUrlsOf.ts'
import { withDeadline } from '../ports/withDeadline.ts'
import type { NetworkTarget } from './networkTarget.ts'
import { isChainError, isSend, requestNodes } from './requestNodes.ts'

const walletMs = 10_000

type Way = (question: ChainQuery) => Promise<unknown>

/** Sends one request to a network, in the order of `createNetworkRequest`. */
export async function sendNetworkRequest(kit: Kit, place: NetworkTarget, question: ChainQuery): Promise<unknown> {
  const others = place.nodesOnly || 'path' in question ? [] : wallet(kit, place)
  if (isSend(question)) return sendByAll([...eachNode(kit, place), ...others], place, question)
  let last: unknown
  for (const way of place.nodeFirst ? [nodes(kit, place), ...others] : [...others, nodes(kit, place)]) {
    if (place.signal?.aborted) throw new KitError('aborted')
    try {
      return await way(question)
    } catch (e) {
      if (isChainError(e)) throw e
      last = e
    }
  }
  throw last
}

/** Node errors for a known transaction. */
export const isKnown = (e: KitError): boolean =>
  /already (?:in|known|imported|been processed)|known transaction|"code":-27/i.test(e.message)

/** Node errors for an internal failure or a rate limit: the node may have the transaction anyway. */
const unclear: readonly number[] = [-1, -32005, -32603]
export const isRejection = (e: unknown): boolean =>
  isChainError(e) || rpcCodesOf(KitError.from(e).cause).some((code) => !unclear.includes(code))

/**
 * Broadcasts a transaction at one place after the other until one accepts it. Counts as rejected only if all reject it:
 * one that did not respond may have it.
 */
async function sendByAll(ways: readonly Way[], { signal }: NetworkTarget, question: ChainQuery): Promise<unknown> {
  let rejection: unknown
  let silence: unknown
  for (const way of ways) {
    if (signal?.aborted) throw new KitError('aborted')
    try {
      return await way(question)
    } catch (e) {
      if (isKnown(KitError.from(e))) throw e
      if (isRejection(e)) rejection ??= e
      else silence ??= e
    }
  }
  throw silence ?? rejection
}

const nodes =
  (kit: Kit, { networkId, signal }: NetworkTarget): Way =>
  async (ask) => {
    const state = kit.store.get()
    const network = findNetwork(state, networkId)
    if (!network) throw new KitError('unavailable', { message: 'This network is unreachable' })
    return requestNodes(kit.ports, { urls: rpcUrlsOf(state, network), chainId: networkId, ask, signal })
  }

function eachNode(kit: Kit, { networkId, signal }: NetworkTarget): Way[] {
  const state = kit.store.get()
  const network = findNetwork(state, networkId)
  if (!network) throw new KitError('unavailable', { message: 'This network is unreachable' })
  const urls = rpcUrlsOf(state, network)
  // Without a URL, `askNodes` reports it.
  const groups = urls.length > 0 ? urls.map((url) => [url]) : [urls]
  return groups.map((group) => async (ask) => requestNodes(kit.ports, { urls: group, chainId: networkId, ask, signal }))
}

function wallet(kit: Kit, { networkId, signal }: NetworkTarget): Way[] {
  const { namespace } = parseCaipNetworkId(networkId)
  const account = connectedAccount(kit.store.get(), namespace)
  const connector = account && kit.connectors.get(namespace, account.connectorId)
  if (!connector || account.networkId !== networkId) return []
  // The embedded wallet reads EVM chains only; it would visibly reject others.
  if (connector.id === embeddedId && namespace !== 'eip155') return []
  return [
    async (question) => {
      if ('path' in question) throw new KitError('method_unsupported')
      const response = connector.request(networkId, question.method, question.params, signal)
      return withDeadline(kit.ports.clock, walletMs, response)
    },
  ]
}
