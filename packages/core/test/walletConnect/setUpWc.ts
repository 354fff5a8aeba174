import type { RelayEntry } from '../../src/model/relayEntry.ts'
import type { RelayUrl } from '../../src/model/relayUrl.ts'
import { fakeClock } from '../../src/ports/fakeClock.ts'
import { fakeHttp } from '../../src/ports/fakeHttp.ts'
import { fakeLog } from '../../src/ports/fakeLog.ts'
import { fakePage } from '../../src/ports/fakePage.ts'
import { fakeStorage } from '../../src/ports/fakeStorage.ts'
import { createWcClient } from '../../src/wc/createWcClient.ts'
import type { OpenSocket } from '../../src/wc/openSocket.ts'
import type { WcSession } from '../../src/wc/wcSession.ts'
import { memoryRelay, settle } from './memoryRelay.ts'
import { askedOf } from './visitWithWc.ts'

type Over = {
  storage?: ReturnType<typeof fakeStorage>
  server?: ReturnType<typeof memoryRelay>
  clock?: ReturnType<typeof fakeClock>
  relayUrl?: RelayUrl
  relays?: readonly RelayEntry[]
  /** Wraps the connection between client and relay. */
  wire?: (openWire: OpenSocket) => OpenSocket
}

/** A client on fakes: an in-memory relay and a stopped clock. */
export function setUpWc({ storage = fakeStorage(), server = memoryRelay(), clock = fakeClock(), ...over }: Over = {}) {
  const log = fakeLog()
  const ports = { clock, log, page: fakePage().page, storage: storage.tab(), http: fakeHttp(() => ({ body: {} })).http }
  const client = createWcClient({
    relays: over.relays ?? [{ url: over.relayUrl ?? 'wss://relay.example' }],
    projectId: 'test',
    metadata: () => ({ name: 'A site', description: '', url: 'https://site.example', icons: [] }),
    proposal: askedOf,
    ports,
    openWire: over.wire?.(server.openWire) ?? server.openWire,
  })
  return {
    client,
    storage,
    server,
    clock,
    log,
    /** Proposes a session; resolves with its link. */
    offer: (signal = new AbortController().signal) =>
      new Promise<{ uri: string; session: Promise<WcSession> }>((resolve, reject) => {
        const session = client.propose({ signal, onUri: (uri) => resolve({ uri, session }) })
        session.catch(reject)
      }),
    async pass(ms: number, step = 500) {
      for (let done = 0; done < ms; done += step) {
        clock.advance(step)
        await settle()
      }
    },
  }
}
