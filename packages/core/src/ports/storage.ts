import type { Stop } from './clock.ts'

/** Persistent storage. Never throws: absent, full or forbidden storage keeps nothing. */
export type Storage = {
  get(key: string): string | undefined
  /** Stores a value, or removes the key if undefined. */
  set(key: string, value: string | undefined): void
  /** Fires when another tab wrote, with the current value: a woken tab receives outdated events. */
  onChange(listener: (key: string, value: string | undefined) => void): Stop
}

/** The browser's `localStorage` without exceptions; the key prefix is internal. */
export function browserStorage(page: (Window & typeof globalThis) | undefined, prefix = ''): Storage {
  // Accessing `window.localStorage` throws if forbidden, so read it on each use.
  const attempt = <T>(use: (storage: globalThis.Storage) => T): T | undefined => {
    try {
      return use(page!.localStorage)
    } catch {
      // Forbidden, full, broken, or on a server: keep nothing.
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
    onChange(listener) {
      const listen = (e: StorageEvent) => {
        if (!e.key?.startsWith(prefix) || e.storageArea !== attempt((storage) => storage)) return
        const key = e.key.slice(prefix.length)
        listener(key, get(key))
      }
      page?.addEventListener('storage', listen)
      return () => page?.removeEventListener('storage', listen)
    },
  }
}
