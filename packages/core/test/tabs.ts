import type { fakeStorage } from '../src/ports/fakeStorage.ts'
import { browserStorage } from '../src/ports/storage.ts'

type News = { key: string; newValue: string | null; oldValue: string | null }

/** A browser's tabs of one site: each receives the others' writes, and a sleeping one receives them on waking. */
export function tabs() {
  const values = new Map<string, string>()
  const all = new Set<{ tell(news: News): void }>()

  function open() {
    const events = new EventTarget()
    let missed: News[] | undefined
    const written: string[] = []
    const write = (key: string, newValue: string | null) => {
      const oldValue = values.get(key) ?? null
      if (oldValue === newValue) return
      written.push(key)
      if (newValue === null) values.delete(key)
      else values.set(key, newValue)
      for (const one of all) if (one !== own) one.tell({ key, newValue, oldValue })
    }
    const localStorage = {
      getItem: (key: string) => values.get(key) ?? null,
      setItem: (key: string, value: string) => write(key, value),
      removeItem: (key: string) => write(key, null),
    }
    const hear = (news: News) =>
      void events.dispatchEvent(Object.assign(new Event('storage'), { ...news, storageArea: localStorage }))
    const own = { tell: (news: News) => (missed ? void missed.push(news) : queueMicrotask(() => hear(news))) }
    all.add(own)
    const page = Object.assign(events, { localStorage }) as unknown as Window & typeof globalThis
    return {
      /** In the form that test kits take. */
      storage: { values, tab: () => browserStorage(page) } as ReturnType<typeof fakeStorage>,
      /** The keys that it changed. */
      written,
      freeze() {
        missed = []
      },
      /** Delivers each event with its value at that time, in order. */
      thaw() {
        const late = missed ?? []
        missed = undefined
        for (const news of late) hear(news)
      },
    }
  }
  return { values, open }
}
