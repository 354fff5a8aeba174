import { type RpcReply, type RpcRequest, rpcErrorBody } from '@billfold/protocol/api/rpc'
import { errors, KitError } from '@billfold/protocol/error'
import * as z from 'zod/mini'
import type { ServerChain } from '../chains/serverChain.ts'
import { type NodeSocket, type NodeSocketOptions, openNodeSocket } from './nodeSocket.ts'

/** What may be subscribed to: what pages need, and no firehose. */
const kinds = new Set(['newHeads', 'logs'])
const most = 50

type Options = {
  chain: ServerChain
  notify: (text: string) => void
  onLost: () => void
  limits?: Pick<NodeSocketOptions, 'deadlineMs' | 'maxBytes'>
  open?: typeof openNodeSocket
}

/** One caller's subscriptions, held at a node over a socket of their own that opens with the first. */
export function createSubscriptions({ chain, notify, onLost, limits, open = openNodeSocket }: Options) {
  /** Those that the node has, and those of them that the caller knows of. */
  const opened = new Set<string>()
  const held = new Set<string>()
  let opening = 0
  /** Notifications that came before the caller heard the id they are about. */
  const early = new Map<string, unknown[]>()
  let node: Promise<NodeSocket> | undefined
  let isClosed = false

  const tell = (subscription: string, result: unknown) =>
    notify(JSON.stringify({ jsonrpc: '2.0', method: 'eth_subscription', params: { subscription, result } }))

  function onNotice(subscription: string, result: unknown) {
    if (held.has(subscription)) return tell(subscription, result)
    const waiting = early.get(subscription) ?? []
    if (waiting.length < 100 && early.size <= most) early.set(subscription, [...waiting, result])
  }

  const connect = () => {
    node ??= open({ urls: chain.wsUrls, onNotice, onLost, ...limits }).then((socket) => {
      if (isClosed) socket.close()
      return socket
    })
    node.catch(() => {
      node = undefined // the next subscription tries again
    })
    return node
  }

  async function answer({ method, params }: RpcRequest): Promise<unknown> {
    const list = Array.isArray(params) ? params : []
    if (method === 'eth_unsubscribe') {
      const id = String(list[0])
      if (!held.delete(id)) return false
      opened.delete(id)
      return (await connect()).request(method, [id])
    }
    if (typeof list[0] !== 'string' || !kinds.has(list[0]))
      throw new KitError('invalid_input', {
        message: `This server takes subscriptions to ${[...kinds].join(' and ')}.`,
      })
    if (chain.wsUrls.length === 0)
      throw new KitError('unknown_method', {
        message: `The method eth_subscribe does not exist here: the nodes of ${chain.name} take no WebSocket. Poll instead.`,
      })
    if (opened.size + opening >= most)
      throw new KitError('too_many_requests', { message: `One connection holds at most ${most} subscriptions.` })
    opening++
    try {
      const id = await (await connect()).request(method, list)
      if (typeof id !== 'string') throw new KitError('unavailable', { message: 'The node gave no subscription.' })
      opened.add(id)
      return id
    } finally {
      opening--
    }
  }

  return {
    isFor: ({ method }: RpcRequest) => method === 'eth_subscribe' || method === 'eth_unsubscribe',
    async ask(request: RpcRequest): Promise<RpcReply> {
      const id = request.id ?? null
      try {
        return { jsonrpc: '2.0', id, result: await answer(request) }
      } catch (e) {
        return { jsonrpc: '2.0', id, error: errorOf(e) }
      }
    },
    /** To be called once the caller has been told an id: from then on, and not before, it hears of it. */
    begin(id: unknown) {
      if (typeof id !== 'string' || held.has(id)) return
      held.add(id)
      for (const result of early.get(id) ?? []) tell(id, result)
      early.delete(id)
    },
    close() {
      isClosed = true
      node?.then((socket) => socket.close()).catch(() => {}) // it never opened
    },
  }
}

function errorOf(e: unknown) {
  const { success, data } = z.safeParse(rpcErrorBody, e instanceof Error ? { ...e, message: e.message } : e)
  if (success) return data
  const { code, message } = KitError.from(e)
  const row = errors[code]
  return { code: 'rpc' in row ? row.rpc : errors.unavailable.rpc, message }
}
