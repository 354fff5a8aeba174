import type { Socket } from '../../src/wc/openSocket.ts'
import type { memoryRelay } from './memoryRelay.ts'

/** A global WebSocket whose only server is an in-memory relay, for clients that use the global one. */
export function memorySocket(relay: ReturnType<typeof memoryRelay>) {
  return class MemorySocket extends EventTarget {
    static readonly OPEN = 1
    readyState = 0
    onopen?: () => void
    onclose?: () => void
    onmessage?: (event: { data: unknown }) => void
    readonly #wire: Socket

    constructor(url: string) {
      super()
      this.#wire = relay.openWire(url, {
        opened: () => {
          this.readyState = 1
          this.onopen?.()
        },
        received: (data) => this.onmessage?.({ data }),
        closed: () => this.#closed(),
      })
    }
    send(text: string) {
      this.#wire.send(text)
    }
    close() {
      this.#wire.close()
      queueMicrotask(() => this.#closed())
    }
    #closed() {
      if (this.readyState === 3) return
      this.readyState = 3
      this.onclose?.()
      this.dispatchEvent(new Event('close'))
    }
  }
}
