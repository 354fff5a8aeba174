import type { Page } from '../ports/page.ts'

/** One WebSocket, as much of it as is needed. */
export type Wire = { send(text: string): void; close(): void }
export type WireEvents = { opened(): void; received(text: unknown): void; closed(): void }
/** Opens a WebSocket; throws where the address is none. */
export type OpenWire = (url: string, told: WireEvents) => Wire

/** The page's own WebSockets. */
export function pageWire(page: Page): OpenWire {
  return (url, told) => {
    const Socket = page.global('WebSocket') as typeof WebSocket
    const socket = new Socket(url)
    socket.onopen = () => told.opened()
    socket.onmessage = (e) => told.received(e.data)
    socket.onclose = () => told.closed()
    // What went wrong is never said here; `close` follows and is enough.
    socket.onerror = () => undefined
    return { send: (text) => socket.send(text), close: () => socket.close(1000) }
  }
}
