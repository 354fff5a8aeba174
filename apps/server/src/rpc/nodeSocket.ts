import { KitError } from '@billfold/protocol/error'
import { parseExact } from '@billfold/protocol/exactJson'
import { WebSocket } from 'ws'
import * as z from 'zod/mini'
import { readReplies } from './readReplies.ts'
import { RpcError } from './rpcError.ts'
import { writeJson } from './writeJson.ts'

/** A WebSocket to a node, for one caller's subscriptions. */
export type NodeSocket = {
  /** Sends a request; rejects with RpcError if the node rejects it. */
  request(method: string, params: readonly unknown[]): Promise<unknown>
  close(): void
}

export type NodeSocketOptions = {
  urls: readonly string[]
  onNotice: (notice: Notice) => void
  /** The node is gone, and every subscription with it. */
  onLost: () => void
  deadlineMs?: number
  maxBytes?: number
}

const notice = z.object({
  method: z.string().check(z.maxLength(100)),
  params: z.object({
    subscription: z.union([z.string().check(z.maxLength(200)), z.int()]),
    result: z.unknown(),
  }),
})
/** One notification of a subscription, in the family's own format. */
export type Notice = z.infer<typeof notice>
type Waiting = { resolve: (result: unknown) => void; reject: (e: unknown) => void; timer: NodeJS.Timeout }

/** Opens a socket to the first node that accepts one. */
export async function openNodeSocket(options: NodeSocketOptions): Promise<NodeSocket> {
  const { urls, onNotice, onLost, deadlineMs = 10_000, maxBytes = 8_000_000 } = options
  const socket = await openFirst(urls, deadlineMs, maxBytes)
  const waiting = new Map<number, Waiting>()
  let lastId = 0
  let isOver = false

  const end = () => {
    if (isOver) return
    isOver = true
    socket.terminate()
    for (const { reject, timer } of waiting.values()) {
      clearTimeout(timer)
      reject(new KitError('unavailable', { message: 'The node closed the connection.' }))
    }
    waiting.clear()
    onLost()
  }

  socket.on('close', end)
  socket.on('message', (data) => {
    let json: unknown
    try {
      json = parseExact(String(data))
    } catch {
      return end() // a node that does not send JSON is broken
    }
    const notification = z.safeParse(notice, json)
    if (notification.success) return onNotice(notification.data)
    const id = typeof json === 'object' && json !== null && 'id' in json ? Number(json.id) : Number.NaN
    const pendingCall = waiting.get(id)
    if (!pendingCall) return
    waiting.delete(id)
    clearTimeout(pendingCall.timer)
    try {
      const [reply] = readReplies(json, [{ jsonrpc: '2.0', id, method: '' }], 200)
      if (reply && 'error' in reply) pendingCall.reject(new RpcError(reply.error))
      else pendingCall.resolve(reply?.result)
    } catch (e) {
      pendingCall.reject(e)
    }
  })

  return {
    request: (method, params) =>
      new Promise((resolve, reject) => {
        if (isOver) return reject(new KitError('unavailable', { message: 'The node closed the connection.' }))
        const id = ++lastId
        const timer = setTimeout(() => {
          waiting.delete(id)
          reject(new KitError('timeout', { message: 'The node took too long.' }))
        }, deadlineMs)
        waiting.set(id, { resolve, reject, timer })
        socket.send(writeJson({ jsonrpc: '2.0', id, method, params }))
      }),
    close() {
      isOver = true
      for (const { timer } of waiting.values()) clearTimeout(timer)
      waiting.clear()
      socket.terminate()
    },
  }
}

async function openFirst(urls: readonly string[], deadlineMs: number, maxBytes: number): Promise<WebSocket> {
  let failure: unknown
  for (const url of urls) {
    const socket = new WebSocket(url, { maxPayload: maxBytes, handshakeTimeout: deadlineMs, perMessageDeflate: false })
    try {
      await new Promise<void>((resolve, reject) => {
        socket.once('open', resolve)
        socket.once('error', reject)
      })
      // A broken connection also closes, which is handled.
      socket.on('error', () => {})
      return socket
    } catch (e) {
      failure = e
      socket.on('error', () => {}) // it is being closed
      socket.terminate()
    }
  }
  throw new KitError('unavailable', { message: 'No node accepts WebSocket connections right now.', cause: failure })
}
