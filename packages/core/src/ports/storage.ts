import type { Stop } from './clock.ts'

/** What survives a reload. Never throws: storage that is absent, full or forbidden remembers nothing. */
export type Storage = {
  get(key: string): string | undefined
  /** Writes a value, or removes the key when there is none. */
  set(key: string, value: string | undefined): void
  /** Told when another tab wrote, with what is there now: a tab that slept has news to come that are long over. */
  onChange(told: (key: string, value: string | undefined) => void): Stop
}

/** The browser's `localStorage`, with its exceptions kept inside; what begins each key is the kit's, and not seen outside. */
export function browserStorage(page: (Window & typeof globalThis) | undefined, prefix = ''): Storage {
  // Reading `window.localStorage` itself throws where storage is forbidden, so each use reads it again.
  const attempt = <T>(use: (storage: globalThis.Storage) => T): T | undefined => {
    try {
      return use(page!.localStorage)
    } catch {
      // Forbidden, full, broken, or a server, which has none: the kit then forgets, which is all it can do.
      return undefined
    }
  }
  const get = (key: string) => attempt((storage) => storage.getItem(prefix + key)) || undefined
  return {
    get,
    set: (key, value) =>
      void attempt((storage) =>
        value === undefined ? storage.removeItem(prefix + key) : storage.setItem(prefix + key, value),
      ),
    onChange(told) {
      const listen = (e: StorageEvent) => {
        if (!e.key?.startsWith(prefix) || e.storageArea !== attempt((storage) => storage)) return
        const key = e.key.slice(prefix.length)
        told(key, get(key))
      }
      page?.addEventListener('storage', listen)
      return () => page?.removeEventListener('storage', listen)
    },
  }
}
