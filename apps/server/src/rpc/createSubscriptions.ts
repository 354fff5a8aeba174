import { randomBytes } from 'node:crypto'
import { type RpcReply, type RpcRequest, rpcErrorBody } from '@billfold/protocol/api/rpc'
import { errors, KitError } from '@billfold/protocol/error'
import * as z from 'zod/mini'
import type { ServerChain } from '../chains/serverChain.ts'
import type { SharedFeeds } from './createSharedFeeds.ts'
import { type NodeSocket, type NodeSocketOptions, type Notice, openNodeSocket } from './nodeSocket.ts'
import { subscriptionWords } from './subscriptionWords.ts'
import { writeJson } from './writeJson.ts'

const most = 50

type Options = {
  chain: ServerChain
  notify: (text: string) => void
  onLost: () => void
  /** The subscriptions that a chain's callers share. */
  feeds: SharedFeeds
  limits?: Pick<NodeSocketOptions, 'deadlineMs' | 'maxBytes'>
  open?: typeof openNodeSocket
}

/** One caller's subscriptions: shared ones, and the caller's own over a node socket that opens with the first. */
export function createSubscriptions({ chain, notify, onLost, feeds, limits, open = openNodeSocket }: Options) {
  /** Subscriptions at the node, and those whose id the caller knows. */
  const opened = new Set<string>()
  const held = new Set<string>()
  let opening = 0
  /** Notifications that came before the caller had the id. */
  const early = new Map<string, Notice[]>()
  /** Shared subscriptions by this caller's own ids: how to leave each, and its early notifications. */
  const shared = new Map<string, { leave(): void; early: string[] }>()
  const words = subscriptionWords[chain.namespace]
  let node: Promise<NodeSocket> | undefined
  let isClosed = false

  function tell(notice: Notice) {
    if (words?.isLast?.(notice.method, notice.params.result)) forget(keyOf(notice.params.subscription))
    notify(writeJson({ jsonrpc: '2.0', ...notice }))
  }

  function onNotice(notice: Notice) {
    const key = keyOf(notice.params.subscription)
    if (held.has(key)) {
      // A node sends both at once, but the reply takes longer here.
      if (notice.method === words?.answers) setImmediate(tell, notice)
      else tell(notice)
      return
    }
    const waiting = early.get(key) ?? []
    if (waiting.length < 100 && early.size <= most) early.set(key, [...waiting, notice])
  }

  const forget = (key: string): boolean => opened.delete(key) && held.delete(key)

  async function share(params: readonly unknown[]): Promise<string> {
    const id = `0x${randomBytes(16).toString('hex')}`
    const early: string[] = []
    const onResult = (json: string) => {
      const text = `{"jsonrpc":"2.0","method":"eth_subscription","params":{"subscription":"${id}","result":${json}}}`
      if (held.has(id)) notify(text)
      else if (early.length < 100) early.push(text)
    }
    const leave = await feeds(chain, params, { onResult, onLost })
    if (isClosed) {
      leave()
      throw new KitError('aborted')
    }
    shared.set(id, { leave, early })
    opened.add(id)
    return id
  }

  function endShared(key: string): boolean {
    shared.get(key)?.leave()
    shared.delete(key)
    return forget(key)
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
    const verb = words?.verb(method)
    if (verb === 'end' && shared.has(keyOf(list[0]))) return endShared(keyOf(list[0]))
    if (verb === 'end') return forget(keyOf(list[0])) ? (await connect()).request(method, [list[0]]) : false
    if (verb === 'within' && !opened.has(keyOf(list[0])))
      throw new KitError('invalid_input', { message: 'This connection has no such subscription.' })
    if (verb === 'within') return (await connect()).request(method, list)
    if (verb === 'beside' && chain.wsUrls.length > 0) return (await connect()).request(method, list)
    if (verb !== 'beside' && !words?.isTaken(method, list))
      throw new KitError('invalid_input', { message: `This server only supports subscriptions to ${words?.taken}.` })
    assertSockets(chain, method)
    return subscribe(method, list)
  }

  async function subscribe(method: string, params: readonly unknown[]): Promise<unknown> {
    if (opened.size + opening >= most)
      throw new KitError('too_many_requests', { message: `A connection can hold at most ${most} subscriptions.` })
    opening++
    try {
      if (words?.shared) return await share(words.shared(params))
      const id = await (await connect()).request(method, params)
      if (!isId(id)) throw new KitError('unavailable', { message: 'The node returned no subscription.' })
      opened.add(keyOf(id))
      return id
    } finally {
      opening--
    }
  }

  return {
    isFor: ({ method }: RpcRequest) => words?.verb(method) !== undefined,
    ask: (request: RpcRequest) => replyTo(request, answer),
    /** Call this once the caller has its id: notifications start then, and not before. */
    begin(id: unknown) {
      const key = keyOf(id)
      if (!isId(id) || !opened.has(key) || held.has(key)) return
      held.add(key)
      for (const notice of early.get(key) ?? []) tell(notice)
      for (const text of shared.get(key)?.early.splice(0) ?? []) notify(text)
      early.delete(key)
    },
    close() {
      isClosed = true
      for (const { leave } of shared.values()) leave()
      shared.clear()
      node?.then((socket) => socket.close()).catch(() => {}) // it never opened
    },
  }
}

const isId = (id: unknown): id is string | number => typeof id === 'string' || typeof id === 'number'
/** 1 and "1" are different ids, and a node uses only one of the types. */
const keyOf = (id: unknown): string => String(id)

/** The nodes of some chains have no WebSocket. */
function assertSockets({ name, wsUrls }: ServerChain, method: string): void {
  if (wsUrls.length === 0)
    throw new KitError('unknown_method', {
      message: `The method ${method} does not exist here: the nodes of ${name} do not support WebSocket. Poll instead.`,
    })
}

async function replyTo(request: RpcRequest, answer: (request: RpcRequest) => Promise<unknown>): Promise<RpcReply> {
  const id = request.id ?? null
  try {
    return { jsonrpc: '2.0', id, result: await answer(request) }
  } catch (e) {
    return { jsonrpc: '2.0', id, error: errorOf(e) }
  }
}

function errorOf(e: unknown) {
  const { success, data } = z.safeParse(rpcErrorBody, e instanceof Error ? { ...e, message: e.message } : e)
  if (success) return data
  const { code, message } = KitError.from(e)
  const row = errors[code]
  return { code: 'rpc' in row ? row.rpc : errors.unavailable.rpc, message }
}
