import type { Page } from '../ports/page.ts'

/** The needed part of a WebSocket. */
export type Socket = { send(text: string): void; close(): void }
export type SocketEvents = { opened(): void; received(text: unknown): void; closed(): void }
/** Opens a WebSocket; throws if the URL is invalid. */
export type OpenSocket = (url: string, events: SocketEvents) => Socket

/** The browser's WebSocket. */
export function openPageSocket(page: Page): OpenSocket {
  return (url, events) => {
    const Socket = page.global('WebSocket') as typeof WebSocket
    const socket = new Socket(url)
    socket.onopen = () => events.opened()
    socket.onmessage = (e) => events.received(e.data)
    socket.onclose = () => events.closed()
    // The error event has no details; `close` follows.
    socket.onerror = () => undefined
    return { send: (text) => socket.send(text), close: () => socket.close(1000) }
  }
}
