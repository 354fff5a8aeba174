import { parseCaipNetworkId } from '@billfold/protocol/caip'
import { KitError } from '@billfold/protocol/error'
import type { NetworkPlace } from './askNetwork.ts'
import { askNodes, isAnswer } from './askNodes.ts'
import type { NodeQuestion } from './chains/chain.ts'
import { embeddedId } from './connectors/connector.ts'
import { connectedAccount } from './features/account/account.ts'
import { findNetwork } from './features/network/network.ts'
import { rpcUrlsOf } from './features/network/rpcUrlsOf.ts'
import type { Kit } from './kit.ts'
import { withDeadline } from './ports/withDeadline.ts'

const walletMs = 10_000

type Way = (question: NodeQuestion) => Promise<unknown>

/** Asks a network once, as `askNetwork` says. */
export async function askWays(kit: Kit, place: NetworkPlace, question: NodeQuestion): Promise<unknown> {
  const others = 'path' in question ? [] : wallet(kit, place)
  let last: unknown
  for (const way of place.nodeFirst ? [nodes(kit, place), ...others] : [...others, nodes(kit, place)]) {
    if (place.signal?.aborted) throw new KitError('aborted')
    try {
      return await way(question)
    } catch (e) {
      if (isAnswer(e)) throw e
      last = e
    }
  }
  throw last
}

const nodes =
  (kit: Kit, { networkId, signal }: NetworkPlace): Way =>
  async (ask) => {
    const state = kit.store.get()
    const network = findNetwork(state, networkId)
    if (!network) throw new KitError('unavailable', { message: 'This network is unreachable' })
    return askNodes(kit.ports, { urls: rpcUrlsOf(state, network), chainId: networkId, ask, signal })
  }

function wallet(kit: Kit, { networkId, signal }: NetworkPlace): Way[] {
  const { namespace } = parseCaipNetworkId(networkId)
  const account = connectedAccount(kit.store.get(), namespace)
  const connector = account && kit.connectors.get(namespace, account.connectorId)
  if (!connector || account.networkId !== networkId) return []
  // The embedded wallet reads EVM chains alone; what it was asked for elsewhere it would refuse, and say so to the visitor.
  if (connector.id === embeddedId && namespace !== 'eip155') return []
  return [
    async (question) => {
      if ('path' in question) throw new KitError('method_unsupported')
      const asked = connector.request(networkId, question.method, question.params, signal)
      return withDeadline(kit.ports.clock, walletMs, asked)
    },
  ]
}
