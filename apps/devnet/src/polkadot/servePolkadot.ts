import type { Blockchain, Handlers } from '@acala-network/chopsticks-core'
import { readRequestTarget } from '@billfold/protocol/readRequestTarget'
import { type WebSocket, WebSocketServer } from 'ws'
import { answerJsonRpcText, type RpcCall } from '../jsonRpc.ts'
import { type HttpReply, type HttpRequest, json, type OpenHttpServer } from '../openHttpServer.ts'
import { RpcError } from '../rpcError.ts'

/** The largest transaction of a block, in hex, with room to spare. */
const requestLimit = 4_000_000
/** A client that falls this far behind is dropped. */
const sendLimit = 64_000_000
/** The maximum of subscriptions per socket. */
const maxSubscriptions = 1_000

export type OpenedChain = { chain: Blockchain; methods: Handlers }
type Subscriptions = Parameters<NonNullable<Handlers[string]>>[2]
type Options = {
  http: OpenHttpServer
  /** Starts the chain if it does not run yet. */
  open: () => Promise<OpenedChain>
  isOpen: () => boolean
  faucet: { answer(text: string): Promise<HttpReply> }
}

/** Serves the chain: JSON-RPC over HTTP and WebSocket, the faucet, and its health. */
export function servePolkadot({ http, open, isOpen, faucet }: Options) {
  const callWith =
    (subscriptions: Subscriptions): RpcCall =>
    async (name, params) => {
      const { chain, methods } = await open()
      const run = Object.hasOwn(methods, name) ? methods[name] : undefined
      if (!run) throw new RpcError(-32601, 'Method not found')
      return run({ chain }, params as unknown[], subscriptions)
    }
  const overHttp = callWith({
    subscribe() {
      throw new RpcError(-32601, 'Subscriptions are not available on this transport')
    },
    unsubscribe: () => undefined,
  })

  http.serve(async (request: HttpRequest): Promise<HttpReply> => {
    // Reports health without starting the chain.
    if (request.method === 'GET' && request.path === '/health') return json(200, { ok: true, started: isOpen() })
    if (request.method !== 'POST') return json(405, { error: 'JSON-RPC requires POST.' })
    const text = await request.text()
    if (request.path === '/faucet') return faucet.answer(text)
    if (request.path !== '/') return json(404, { error: `There is nothing at ${request.path}.` })
    const body = await answerJsonRpcText(text, overHttp)
    return body === undefined ? { status: 204 } : { status: 200, body }
  })
  const sockets = new WebSocketServer({
    server: http.server,
    maxPayload: requestLimit,
    verifyClient: ({ req }, decide) => decide(readRequestTarget(req.url) !== undefined, 400, 'Bad Request'),
  })
  sockets.on('connection', (socket) => serveSocket(socket, callWith))
  return {
    close() {
      for (const socket of sockets.clients) socket.terminate()
      sockets.close()
    },
  }
}

function serveSocket(socket: WebSocket, callWith: (subscriptions: Subscriptions) => RpcCall) {
  const own = new Map<string, () => void>()
  const send = (text: string) => {
    if (socket.bufferedAmount > sendLimit) socket.terminate()
    else if (socket.readyState === socket.OPEN) socket.send(text)
  }
  const call = callWith({
    subscribe(method, id, onCancel) {
      if (own.size >= maxSubscriptions)
        throw new RpcError(-32005, `A socket may hold ${maxSubscriptions} subscriptions at most`)
      own.set(id, onCancel ?? (() => undefined))
      return (result) => {
        // The reply with the id leaves before the first notification that names it.
        if (own.has(id))
          setImmediate(() => send(JSON.stringify({ jsonrpc: '2.0', method, params: { subscription: id, result } })))
      }
    },
    unsubscribe(id) {
      own.get(id)?.()
      own.delete(id)
    },
  })
  socket.on('message', async (data) => {
    const reply = await answerJsonRpcText(String(data), call)
    if (reply !== undefined) send(reply)
  })
  socket.on('close', () => {
    for (const cancel of own.values()) cancel()
    own.clear()
  })
  // A broken connection also emits `close`, and its client is gone: there is no one to report to.
  socket.on('error', () => undefined)
}
