import { readRequestTarget } from '@billfold/protocol/readRequestTarget'
import type { Hex } from 'viem'
import { type WebSocket, WebSocketServer } from 'ws'
import { answerJsonRpcText, type RpcCall } from '../jsonRpc.ts'
import { bodyLimit, type HttpReply, type HttpRequest, json, type OpenHttpServer } from '../openHttpServer.ts'
import { RpcError } from '../rpcError.ts'
import type { EvmNode } from './evmNode.ts'

/** A client that falls this far behind is dropped. */
const sendLimit = 16_000_000

/** Serves a chain on its port: JSON-RPC over HTTP and WebSocket, and further JSON-RPC services by path. */
export function serveChain(http: OpenHttpServer, node: EvmNode, services: Readonly<Record<string, RpcCall>>) {
  const nodeCall: RpcCall = (method, params) => node.request(method, params)
  const sockets = new WebSocketServer({
    server: http.server,
    maxPayload: bodyLimit,
    verifyClient: ({ req }, decide) => decide(readRequestTarget(req.url) !== undefined, 400, 'Bad Request'),
  })
  sockets.on('connection', (socket) => serveSocket(socket, node))
  http.serve(async (request) => {
    if (request.method === 'GET' && request.path === '/health') return health(node)
    const call =
      request.path === '/' ? nodeCall : Object.hasOwn(services, request.path) ? services[request.path] : undefined
    if (!call) return json(404, { error: `There is nothing at ${request.path}.` })
    return answerPost(request, call)
  })
  return {
    close() {
      for (const socket of sockets.clients) socket.terminate()
      sockets.close()
    },
  }
}

async function health(node: EvmNode): Promise<HttpReply> {
  const block = Number(await node.request<Hex>('eth_blockNumber'))
  return json(200, { ok: true, chainId: node.chainId, block })
}

async function answerPost(request: HttpRequest, call: RpcCall): Promise<HttpReply> {
  if (request.method !== 'POST') return json(405, { error: 'JSON-RPC requires POST.' })
  const body = await answerJsonRpcText(await request.text(), call)
  return body === undefined ? { status: 204 } : { status: 200, body }
}

function serveSocket(socket: WebSocket, node: EvmNode) {
  const subscriptions = new Set<Hex>()
  const send = (text: string) => {
    if (socket.bufferedAmount > sendLimit) socket.terminate()
    else if (socket.readyState === socket.OPEN) socket.send(text)
  }

  async function subscribe(params: readonly unknown[]): Promise<Hex> {
    // The reply with the id must leave before the first notification that names it.
    const early: unknown[] = []
    let notify = (result: unknown): void => void early.push(result)
    const id = await node.subscribe(params, (result) => notify(result))
    subscriptions.add(id)
    if (socket.readyState !== socket.OPEN) await drop(id)
    setImmediate(() => {
      notify = (result) =>
        send(JSON.stringify({ jsonrpc: '2.0', method: 'eth_subscription', params: { subscription: id, result } }))
      for (const result of early) notify(result)
    })
    return id
  }

  async function drop(id: Hex): Promise<boolean> {
    if (!subscriptions.delete(id)) return false
    return node.unsubscribe(id)
  }

  const call: RpcCall = async (method, params) => {
    if (method === 'eth_subscribe') return subscribe(params)
    if (method === 'eth_unsubscribe') {
      if (typeof params[0] !== 'string') throw new RpcError(-32602, 'Invalid params: a subscription id is expected.')
      return drop(params[0] as Hex)
    }
    return node.request(method, params)
  }

  socket.on('message', async (data) => {
    const reply = await answerJsonRpcText(String(data), call)
    if (reply !== undefined) send(reply)
  })
  socket.on('close', () => {
    for (const id of subscriptions)
      drop(id).catch((error: Error) => console.error(`Unsubscribing failed: ${error.message}`))
  })
  // A broken connection also emits `close`, and its client is gone: there is no one to report to.
  socket.on('error', () => undefined)
}
