import { readRequestTarget } from '@billfold/protocol/readRequestTarget'
import { type WebSocket, WebSocketServer } from 'ws'
import { answerJsonRpcText, type RpcCall } from '../jsonRpc.ts'
import { type HttpReply, type HttpRequest, json, type OpenHttpServer } from '../openHttpServer.ts'
import { RpcError } from '../rpcError.ts'
import type { Faucet } from './faucet.ts'
import type { Methods } from './methods/method.ts'
import type { Subscriptions } from './subscriptions.ts'

/** Transactions are small; lists of signatures and addresses are the longest requests. */
const requestLimit = 200_000
/** A client that falls this far behind is dropped. */
const sendLimit = 16_000_000
/** The maximum of subscriptions per socket. */
const maxSubscriptions = 1_000

type Options = {
  /** The node's own port first; libraries look for the socket on the next one. */
  ports: readonly OpenHttpServer[]
  methods: Methods
  subscriptions: Subscriptions
  faucet: Faucet
}

/** Serves the chain: JSON-RPC over HTTP and WebSocket, the faucet, and its health. */
export function serveSolana({ ports, methods, subscriptions, faucet }: Options) {
  const call: RpcCall = async (name, params) => {
    const run = Object.hasOwn(methods, name) ? methods[name] : undefined
    if (!run) throw new RpcError(-32601, 'Method not found')
    return run(params)
  }
  async function answer(request: HttpRequest): Promise<HttpReply> {
    if (request.method === 'GET' && request.path === '/health') return { status: 200, type: 'text/plain', body: 'ok' }
    if (request.method !== 'POST') return json(405, { error: 'JSON-RPC requires POST.' })
    const text = await request.text()
    if (text.length > requestLimit) return json(413, { error: `A request holds at most ${requestLimit} characters.` })
    if (request.path === '/faucet') return faucet.answer(text)
    if (request.path !== '/') return json(404, { error: `There is nothing at ${request.path}.` })
    const body = await answerJsonRpcText(text, call, stringify)
    return body === undefined ? { status: 204 } : { status: 200, body }
  }

  const servers = ports.map((port) => {
    port.serve(answer)
    const sockets = new WebSocketServer({
      server: port.server,
      maxPayload: requestLimit,
      verifyClient: ({ req }, decide) => decide(readRequestTarget(req.url) !== undefined, 400, 'Bad Request'),
    })
    return sockets.on('connection', (socket) => serveSocket(socket, call, subscriptions))
  })
  return {
    close() {
      for (const server of servers) {
        for (const socket of server.clients) socket.terminate()
        server.close()
      }
    },
  }
}

function serveSocket(socket: WebSocket, call: RpcCall, subscriptions: Subscriptions) {
  const own = new Set<number>()
  const send = (text: string) => {
    if (socket.bufferedAmount > sendLimit) socket.terminate()
    else if (socket.readyState === socket.OPEN) socket.send(text)
  }

  function subscribe(kind: string, params: readonly unknown[]): number {
    if (own.size >= maxSubscriptions)
      throw new RpcError(-32005, `A socket may hold ${maxSubscriptions} subscriptions at most`)
    // The reply with the id must leave before the first notification that names it.
    const early: unknown[] = []
    let notify = (result: unknown): void => void early.push(result)
    const id = subscriptions.add(kind, params, (result) => notify(result))
    own.add(id)
    setImmediate(() => {
      notify = (result) =>
        send(stringify({ jsonrpc: '2.0', method: `${kind}Notification`, params: { subscription: id, result } }))
      for (const result of early) notify(result)
    })
    return id
  }

  const socketCall: RpcCall = async (method, params) => {
    const [, kind, verb] = /^([a-z]+)(Subscribe|Unsubscribe)$/.exec(method) ?? []
    if (kind === undefined) return call(method, params)
    if (verb === 'Subscribe') return subscribe(kind, params)
    const [id] = params
    if (typeof id !== 'number' || !own.delete(id)) throw new RpcError(-32602, 'Invalid subscription id.')
    subscriptions.remove(id)
    return true
  }

  socket.on('message', async (data) => {
    const reply = await answerJsonRpcText(String(data), socketCall, stringify)
    if (reply !== undefined) send(reply)
  })
  socket.on('close', () => {
    for (const id of own) subscriptions.remove(id)
  })
  // A broken connection also emits `close`, and its client is gone: there is no one to report to.
  socket.on('error', () => undefined)
}

/** JSON in the form of Solana's nodes: 64-bit numbers as numbers, which readers with big integers parse exactly. */
const stringify = (value: unknown): string =>
  JSON.stringify(value, (_, one) => (typeof one === 'bigint' ? rawNumber(String(one)) : one))

/** Node has it; TypeScript's types of JSON do not. */
const { rawJSON: rawNumber } = JSON as unknown as { rawJSON(text: string): unknown }
