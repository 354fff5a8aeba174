import { errors } from '@billfold/protocol/error'
import type { WebSocket } from 'ws'
import type { ServerChain } from '../chains.ts'
import { answerRpc } from './answerRpc.ts'
import type { Rpc } from './createRpc.ts'
import { createSubscriptions } from './createSubscriptions.ts'
import { refuseMethod } from './refuseMethod.ts'

/** A caller that reads slower than this is cut off, or it would fill our memory. */
const unreadLimit = 4_000_000
const callsAtOnce = 32

type Options = {
  socket: WebSocket
  chain: ServerChain
  rpc: Rpc
  /** How long to wait before the next call may be made; 0 when it may be made now. */
  takeTurn: () => Promise<number>
  limits: { deadlineMs: number; maxBytes: number }
}

/** Serves one caller's WebSocket: calls go where those over HTTP go, subscriptions to a node that takes them. */
export function serveRpcSocket({ socket, chain, rpc, takeTurn, limits }: Options) {
  const leaving = new AbortController()
  let underWay = 0

  const send = (text: string) => {
    if (socket.readyState !== socket.OPEN) return
    if (socket.bufferedAmount > unreadLimit) socket.terminate()
    else socket.send(text)
  }
  const fail = (message: string, code: number) =>
    send(JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message } }))

  const subscriptions = createSubscriptions({
    chain,
    notify: send,
    // Clients connect and subscribe again when a connection ends; a silent one they would believe.
    onLost: () => socket.close(1012, 'The node hung up'),
    limits,
  })

  async function answer(text: string) {
    const begun: unknown[] = []
    const { body } = await answerRpc({
      text,
      refuse: (method) => refuseMethod(chain.namespace, method, true),
      async forward(requests) {
        const calls = requests.filter((request) => !subscriptions.isFor(request))
        const [replies, others] = await Promise.all([
          calls.length > 0 ? rpc(chain.id).forward(calls, leaving.signal) : [],
          Promise.all(requests.filter(subscriptions.isFor).map(subscriptions.ask)),
        ])
        for (const reply of others) if ('result' in reply) begun.push(reply.result)
        const byId = new Map([...replies, ...others].map((reply) => [reply.id, reply]))
        return requests.map(({ id }) => byId.get(id ?? null)!)
      },
    })
    if (body !== undefined) send(JSON.stringify(body))
    for (const id of begun) subscriptions.begin(id)
  }

  socket.on('message', async (data, isBinary) => {
    if (isBinary) return fail('JSON-RPC is text.', errors.parse_error.rpc)
    const waitSeconds = await takeTurn()
    if (waitSeconds > 0 || underWay >= callsAtOnce)
      return fail(`Too many requests: try again in ${waitSeconds || 1} seconds.`, errors.too_many_requests.rpc)
    underWay++
    try {
      await answer(String(data))
    } catch {
      // Whatever it was is ours; the caller hears that much and keeps its connection.
      if (!leaving.signal.aborted) fail(errors.internal.message, errors.internal.rpc)
    } finally {
      underWay--
    }
  })
  // A broken frame, or one too large, ends the socket with a code of its own.
  socket.on('error', () => {})
  socket.on('close', () => {
    leaving.abort()
    subscriptions.close()
  })
}
