import { readRpcFrame, writeRequest, writeResult } from '@billfold/protocol/wc/rpcFrame'
import { providerError } from '../providerError.ts'

/** A connection to a relay: calls wait for it, subscriptions last until removed. */
export type RelayLink = {
  call(method: string, params: object): Promise<unknown>
  hear(topic: string): Promise<void>
  leave(topic: string): void
  /** Cuts the connection as a bad network would; it comes back by itself. */
  cut(): void
  close(): void
}

type Parts = {
  /** A fresh address, signed, for every connection. */
  url: () => string
  received: (topic: string, message: string) => void
  onOpen?: (isOpen: boolean) => void
}
type Call = { frame: string; resolve(result: unknown): void; reject(error: Error): void }

const callMs = 30_000
const maxRetryDelayMs = 5_000

/** Keeps one connection to a relay while there is a topic to hear or something to say. */
export function createRelayLink({ url, received, onOpen = () => undefined }: Parts): RelayLink {
  const topics = new Set<string>()
  /** Subscriptions that the relay confirmed. */
  const confirmedTopics = new Set<string>()
  const calls = new Map<string, Call>()
  let socket: WebSocket | undefined
  let failures = 0
  let lastId = 0
  let retry: ReturnType<typeof setTimeout> | undefined
  let isClosed = false

  const isOpen = () => socket?.readyState === WebSocket.OPEN

  function open(): void {
    if (socket || isClosed) return
    clearTimeout(retry)
    const own = new WebSocket(url())
    socket = own
    own.onopen = () => {
      onOpen(true)
      if (topics.size > 0) own.send(frameOf('irn_batchSubscribe', { topics: [...topics] }).frame)
      for (const { frame } of calls.values()) own.send(frame)
    }
    own.onmessage = ({ data }) => take(own, data)
    own.onclose = () => {
      if (socket !== own) return
      socket = undefined
      onOpen(false)
      if (isClosed || (topics.size === 0 && calls.size === 0)) return
      retry = setTimeout(open, Math.min(maxRetryDelayMs, 100 * 2 ** failures++))
    }
  }

  function take(from: WebSocket, data: unknown): void {
    try {
      const frame = readRpcFrame(String(data))
      failures = 0
      if (frame.kind === 'request') {
        const { topic, message } = (frame.params as { data: { topic: string; message: string } }).data
        from.send(writeResult(frame.rawId, true))
        if (topics.has(topic)) received(topic, message)
        return
      }
      const call = calls.get(frame.id)
      calls.delete(frame.id)
      if (frame.kind === 'result') call?.resolve(frame.result)
      else call?.reject(providerError('unavailable', `The relay refused: ${JSON.stringify(frame.error)}`))
    } catch (e) {
      console.error('The relay sent an invalid message:', e)
    }
  }

  function frameOf(method: string, params: object) {
    const id = `${Date.now()}${String(++lastId % 1e6).padStart(6, '0')}`
    return { id, frame: writeRequest(JSON.stringify(id), method, params) }
  }

  function call(method: string, params: object): Promise<unknown> {
    if (isClosed) return Promise.reject(providerError('unavailable', 'The wallet is closed'))
    const { id, frame } = frameOf(method, params)
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    calls.set(id, { frame, resolve, reject })
    const late = setTimeout(() => {
      calls.delete(id)
      reject(providerError('unavailable', `The relay did not respond to ${method} within ${callMs / 1000} seconds`))
    }, callMs)
    if (isOpen()) socket?.send(frame)
    else open()
    return promise.finally(() => clearTimeout(late))
  }

  return {
    call,
    async hear(topic) {
      if (confirmedTopics.has(topic)) return
      topics.add(topic)
      await call('irn_subscribe', { topic })
      if (topics.has(topic)) confirmedTopics.add(topic)
    },
    leave(topic) {
      confirmedTopics.delete(topic)
      if (topics.delete(topic) && isOpen()) call('irn_unsubscribe', { topic, id: topic }).catch(() => undefined) // gone with the connection otherwise
    },
    cut: () => socket?.close(),
    close() {
      isClosed = true
      clearTimeout(retry)
      for (const { reject } of calls.values()) reject(providerError('unavailable', 'The wallet is closed'))
      calls.clear()
      socket?.close()
    },
  }
}
