import { errors, KitError } from '@billfold/protocol/error'
import type { WebSocket } from 'ws'
import type { ServerChain } from '../chains/serverChain.ts'
import { RateLimitError } from '../limits/rateLimitError.ts'
import { runAsVisitor } from '../limits/visitor.ts'
import { answerRpc } from './answerRpc.ts'
import { turnsOf } from './chargeRequests.ts'
import type { Rpc } from './createRpc.ts'
import type { SharedFeeds } from './createSharedFeeds.ts'
import { createSubscriptions } from './createSubscriptions.ts'
import { refuseMethod } from './refuseMethod.ts'
import { unitsOf } from './rpcMethods.ts'
import { writeJson } from './writeJson.ts'

/** A caller with more unread bytes is disconnected, to bound our memory. */
const unreadLimit = 4_000_000
const callsAtOnce = 32

type Options = {
  socket: WebSocket
  chain: ServerChain
  rpc: Rpc
  /** Charges requests; resolves with the seconds to wait, 0 if all fit. */
  take: (turns: number) => Promise<number>
  limits: { deadlineMs: number; maxBytes: number }
  feeds: SharedFeeds
  /** Counts bytes of notifications; false once the caller's limit is reached. */
  takeBytes: (bytes: number) => boolean
  /** The visitor that node requests are charged to. */
  visitor: string
}

/** Serves one caller's WebSocket: calls go the same way as over HTTP, subscriptions to a node that supports them. */
export function serveRpcSocket({ socket, chain, rpc, take, limits, visitor, feeds, takeBytes }: Options) {
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
    notify(text) {
      if (takeBytes(text.length)) send(text)
      else socket.close(1008, 'Too many notifications: subscribe to less')
    },
    feeds,
    // Clients reconnect and subscribe again when a connection closes, but they would trust a silent one.
    onLost: () => socket.close(1012, 'The node hung up'),
    limits,
  })

  async function answer(text: string) {
    const begun: unknown[] = []
    const { body } = await answerRpc({
      text,
      refuse: (method, params) => refuseMethod(chain.namespace, method, { isSocket: true, params }),
      async forward(requests) {
        const seconds = await take(turnsOf(unitsOf(chain.namespace, requests)) - 1)
        if (seconds > 0) throw new RateLimitError(seconds)
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
    if (body !== undefined) send(writeJson(body))
    for (const id of begun) subscriptions.begin(id)
  }

  socket.on('message', async (data, isBinary) => {
    if (isBinary) return fail('JSON-RPC messages must be text.', errors.parse_error.rpc)
    const seconds = await take(1)
    if (seconds > 0 || underWay >= callsAtOnce)
      return fail(new RateLimitError(seconds || 1).message, errors.too_many_requests.rpc)
    underWay++
    try {
      await runAsVisitor(visitor, () => answer(String(data)))
    } catch (e) {
      if (leaving.signal.aborted) return
      if (e instanceof KitError && e.code === 'too_many_requests') fail(e.message, errors.too_many_requests.rpc)
      // Any other error is ours; the caller learns only that, and keeps its connection.
      else fail(errors.internal.message, errors.internal.rpc)
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
