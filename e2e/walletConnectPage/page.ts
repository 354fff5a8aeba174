import { proveStatement } from '@billfold/core/chains/eip155/proveStatement'
import { signInPayload } from '@billfold/core/features/signin/signInPayload'
import { browserPorts } from '@billfold/core/ports/browserPorts'
import type { WcEvent } from '@billfold/core/wc/answerPeer'
import { authenticate } from '@billfold/core/wc/authenticate'
import { createWcClient } from '@billfold/core/wc/createWcClient'
import { proposalOf } from '@billfold/core/wc/families'

// A site with only our client: a test calls it through `site`.
const sockets = new Set<WebSocket>()
globalThis.WebSocket = class extends WebSocket {
  constructor(url: string | URL, protocols?: string | string[]) {
    super(url, protocols)
    sockets.add(this)
    this.addEventListener('close', () => sockets.delete(this))
  }
}
const query = new URLSearchParams(location.search)
const chains = query.getAll('chain')
const events: WcEvent[] = []
const client = createWcClient({
  relays: query.getAll('relay').map((url) => ({ url })),
  projectId: 'test',
  metadata: () => ({ name: 'Our site', description: '', url: location.origin, icons: [] }),
  proposal: () => proposalOf(chains),
  ports: browserPorts(),
})
client.on((event) => events.push(event))
let settling: Promise<{ session?: string; failure?: string }> | undefined

/** Proposes a session and returns its link; with `signIn`, a sign-in beside it. */
function offer(signIn = false): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const message = {
    accountAddress: '',
    chainId: chains[0],
    domain: location.host,
    uri: location.href,
    version: '1',
    nonce: 'abcdefgh12345678',
  }
  const evm = proposalOf(chains).eip155
  const payload = signInPayload(message as never, {
    chains: (evm?.chains ?? []) as never,
    methods: evm?.methods ?? [],
    now: Date.now(),
  })
  const beside = authenticate({
    payload,
    async prove(statements) {
      const ask = () => Promise.reject(new Error('no chain is queried here'))
      const proven = await Promise.all(
        statements.map((each) => proveStatement(each, { payload, now: Date.now(), ask })),
      )
      const own = proven.flatMap(({ address, chains: on }) => on.map((chain) => `${chain}:${address}`))
      const eip155 = { accounts: own, methods: proven.flatMap(({ methods }) => methods), events: [] }
      return { namespaces: { eip155 }, accept: async () => undefined }
    },
  })
  settling = client
    .propose({ signal: new AbortController().signal, onUri: resolve, ...(signIn ? { beside } : {}) })
    .then(
      (session) => ({ session: session.topic }),
      (e: { code: string }) => {
        reject(e)
        return { failure: e.code }
      },
    )
  return promise
}

const failing = <T>(work: Promise<T>) => work.catch((e: { code: string }) => ({ failure: e.code }))

const site = {
  offer,
  settled: () => settling,
  session: () => client.session(),
  status: client.status,
  ask: (chainId: string, method: string, params: unknown) => failing(client.request({ chainId, method, params })),
  ping: () => failing(client.ping()),
  extend: () => failing(client.extend()),
  emit: (name: string, data: unknown, chainId: string) => failing(client.emit({ name, data }, chainId)),
  /** Drops the connection to the relay, as a bad network does. */
  cut() {
    for (const socket of sockets) socket.close()
  },
  leave: () => client.disconnect(),
  events: () => events,
}
export type Site = typeof site
Object.assign(globalThis, { site })
