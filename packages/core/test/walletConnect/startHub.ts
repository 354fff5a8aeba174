import type { CaipNetworkId, Namespace } from '@billfold/protocol/caip'
import { createHub } from '../../src/connectors/walletconnect/createHub.ts'
import type { ConnectorEvent } from '../../src/model/connector.ts'
import type { HubEvent } from '../../src/model/hubEvent.ts'
import { fakeClock } from '../../src/ports/fakeClock.ts'
import { fakeHttp } from '../../src/ports/fakeHttp.ts'
import { fakeLog } from '../../src/ports/fakeLog.ts'
import { fakePage } from '../../src/ports/fakePage.ts'
import { fakeStorage } from '../../src/ports/fakeStorage.ts'
import { requestNodes } from '../../src/rpc/requestNodes.ts'
import { memoryRelay, settle } from './memoryRelay.ts'

const solana: CaipNetworkId = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const ends: (() => void)[] = []
/** Stops everything that a test started. */
export function endHubs(): void {
  for (const end of ends.splice(0)) end()
}

/** A shared session on an in-memory relay, with its recorded events. */
export function startHub({
  storage = fakeStorage(),
  server = memoryRelay(),
  clock = fakeClock(),
  hasFocus = false,
} = {}) {
  const site = {
    networkIds: ['eip155:1', 'eip155:10', 'eip155:137', solana] as CaipNetworkId[],
    isFree: true,
    mayMove: true,
  }
  const page = fakePage({ globals: { document: { hasFocus: () => hasFocus } } })
  const http = fakeHttp(() => ({ body: { jsonrpc: '2.0', id: 1, result: '0xfromChain' } }))
  const connectorEvents: [Namespace, ConnectorEvent][] = []
  const announced: HubEvent[] = []
  const hub = createHub({
    relays: [{ url: 'wss://relay.example' }],
    projectId: 'test',
    apiUrl: 'https://api.example',
    metadata: () => ({ name: 'A site', description: '', url: 'https://site.example', icons: [] }),
    networkIds: () => site.networkIds,
    isFree: () => site.isFree,
    mayMove: () => site.mayMove,
    rpc: (call) => requestNodes({ http: http.http, clock }, call),
    rpcUrls: (chain) => (chain.startsWith('eip155:') ? ['https://rpc.example'] : undefined),
    ports: { clock, http: http.http, page: page.page, log: fakeLog(), storage: storage.tab() },
    openWire: server.openWire,
    tell: (namespace, event) => void connectorEvents.push([namespace, event]),
    announce: (event) => void announced.push(event),
  })
  ends.push(hub.dispose)
  const uris = () => announced.flatMap((e) => (e.type === 'walletConnect/uriOffered' ? [e.uri] : []))
  const request = (over = {}) => ({
    silent: false,
    networkId: 'eip155:1' as CaipNetworkId,
    signal: new AbortController().signal,
    ...over,
  })
  const pass = async (ms: number, step = 5_000) => {
    for (let done = 0; done < ms; done += step) {
      clock.advance(step)
      await settle()
    }
  }
  return { hub, site, storage, server, clock, page, http, connectorEvents, announced, uris, request, pass }
}
