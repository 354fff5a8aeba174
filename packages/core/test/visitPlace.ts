import { parseCaipNetworkId } from '@billfold/protocol/caip'
import { completeKit } from '../src/completeKit.ts'
import { createKit } from '../src/createKit.ts'
import { infoOf } from '../src/model/connector.ts'
import { systemClock } from '../src/ports/clock.ts'
import { fakeLog } from '../src/ports/fakeLog.ts'
import { fakePage } from '../src/ports/fakePage.ts'
import { fakeStorage } from '../src/ports/fakeStorage.ts'
import type { LivePlace } from './livePlaces.ts'
import { eoa, puppetConnector, sessionOf } from './puppetConnector.ts'

/** A page with a wallet connected on a real chain; `request` replaces the wallet's own responses. */
export function visitPlace({ networkId, coin, from, url, http, wallet }: LivePlace, request = wallet) {
  const { namespace, reference } = parseCaipNetworkId(networkId)
  const network = {
    ...{ id: namespace === 'eip155' ? Number(reference) : reference, name: 'Network', caipNetworkId: networkId },
    ...{ chainNamespace: namespace, nativeCurrency: { ...coin, name: coin.symbol } },
    rpcUrls: { default: { http: [url] } },
  }
  const ports = { page: fakePage().page, clock: systemClock, log: fakeLog(), storage: fakeStorage().tab(), http }
  const kit = createKit({ projectId: 'test', networks: [network], ports })
  completeKit(kit)
  const { connector } = puppetConnector(
    { namespace },
    { accounts: async () => [eoa(from)], request: (_, method, params) => request(method, params) },
  )
  kit.connectors.add(connector)
  kit.store.send({ type: 'connector/announced', connector: infoOf(connector) })
  kit.store.send({
    ...{ type: 'account/connected', namespace, connectorId: connector.id, how: 'user' },
    ...sessionOf(from, networkId),
  })
  return { kit, source: { connectorId: connector.id, ...eoa(from) } }
}
