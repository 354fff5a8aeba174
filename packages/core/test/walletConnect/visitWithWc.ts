import type { ProposalNamespaces } from '@billfold/protocol/wc/namespaces'
import type { RelayEntry } from '../../src/model/relayEntry.ts'
import { systemClock } from '../../src/ports/clock.ts'
import { fakeLog } from '../../src/ports/fakeLog.ts'
import { fakePage } from '../../src/ports/fakePage.ts'
import { fakeStorage } from '../../src/ports/fakeStorage.ts'
import { browserHttp } from '../../src/ports/http.ts'
import type { Ports } from '../../src/ports/ports.ts'
import type { WcEvent } from '../../src/wc/answerPeer.ts'
import { createWcClient } from '../../src/wc/createWcClient.ts'

export const askedOf = (): ProposalNamespaces => ({
  eip155: {
    chains: ['eip155:1', 'eip155:10'],
    methods: ['personal_sign', 'eth_sendTransaction', 'eth_signTypedData_v4', 'wallet_getCapabilities'],
    events: ['chainChanged', 'accountsChanged'],
  },
  solana: {
    chains: ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'],
    methods: ['solana_signMessage'],
    events: [],
  },
})

/** A page in Node with real WebSockets that a test can cut. */
export function socketPage() {
  const sockets = new Set<WebSocket>()
  let made = 0
  class Tracked extends WebSocket {
    constructor(url: string) {
      super(url)
      made++
      sockets.add(this)
      this.addEventListener('close', () => sockets.delete(this))
    }
  }
  const fake = fakePage({ globals: { WebSocket: Tracked } })
  return {
    ...fake,
    made: () => made,
    cut: () => {
      for (const socket of sockets) socket.close()
    },
  }
}

/** A page that uses WalletConnect through a relay. */
export function visitWithWc({
  relays,
  storage = fakeStorage(),
}: {
  relays: readonly RelayEntry[]
  storage?: ReturnType<typeof fakeStorage>
}) {
  const page = socketPage()
  const log = fakeLog()
  const ports: Ports = {
    clock: systemClock,
    page: page.page,
    log,
    storage: storage.tab(),
    http: browserHttp(systemClock),
  }
  const client = createWcClient({
    relays,
    projectId: 'test',
    metadata: () => ({ name: 'A site', description: '', url: 'https://site.example', icons: [] }),
    proposal: askedOf,
    ports,
  })
  return {
    client,
    storage,
    page,
    log,
    /** Proposes a session and passes its link to a wallet. */
    connect: (follow: (uri: string) => unknown, signal: AbortSignal = new AbortController().signal) =>
      client.propose({ signal, onUri: (uri) => void follow(uri) }),
    next: <T extends WcEvent['type']>(type: T) =>
      new Promise<Extract<WcEvent, { type: T }>>((done) => {
        const stop = client.on((e) => {
          if (e.type !== type) return
          stop()
          done(e as never)
        })
      }),
    status: (wanted: string) =>
      new Promise<void>((done) => {
        if (client.status() === wanted) return done()
        const stop = client.onStatus((now) => {
          if (now !== wanted) return
          stop()
          done()
        })
      }),
    leave: () => client.dispose(),
  }
}
