type Listener = (payload: unknown) => void

export type EventHub = ReturnType<typeof createEventHub>

/** Named events as EIP-1193 wants them: a listener that throws stops no one else. */
export function createEventHub() {
  const listeners = new Map<string, Set<Listener>>()
  return {
    on(name: string, listener: Listener) {
      const set = listeners.get(name) ?? new Set()
      listeners.set(name, set.add(listener))
    },
    off: (name: string, listener: Listener) => void listeners.get(name)?.delete(listener),
    emit(name: string, payload: unknown) {
      for (const listener of [...(listeners.get(name) ?? [])]) {
        try {
          listener(payload)
        } catch (error) {
          // The page's own mistake: it must show in the page's console, and the other listeners must still hear.
          queueMicrotask(() => {
            throw error
          })
        }
      }
    },
  }
}
