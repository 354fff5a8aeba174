import type { Page } from '../ports/page.ts'

/** The needed part of a WebSocket. */
export type Wire = { send(text: string): void; close(): void }
export type WireEvents = { opened(): void; received(text: unknown): void; closed(): void }
/** Opens a WebSocket; throws if the URL is invalid. */
export type OpenWire = (url: string, events: WireEvents) => Wire

/** The browser's WebSocket. */
export function pageWire(page: Page): OpenWire {
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
