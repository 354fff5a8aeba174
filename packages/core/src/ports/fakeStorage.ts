import type { Storage } from './storage.ts'

type StorageListener = (key: string, value: string | undefined) => void

/** One origin's storage; each tab has its own view, and other tabs are notified of writes. */
export function fakeStorage(content: Record<string, string> = {}) {
  const values = new Map(Object.entries(content))
  const tabs = new Set<{ told: Set<StorageListener> }>()
  return {
    values,
    tab(): Storage {
      const own = { told: new Set<StorageListener>() }
      tabs.add(own)
      return {
        get: (key) => values.get(key) || undefined,
        set(key, value) {
          if (values.get(key) === value) return
          if (value === undefined) values.delete(key)
          else values.set(key, value)
          for (const tab of tabs) if (tab !== own) for (const listener of tab.told) listener(key, value)
        },
        onChange(listener) {
          own.told.add(listener)
          return () => void own.told.delete(listener)
        },
      }
    },
  }
}
