import { createExpiringMap } from './createExpiringMap.ts'

/** Texts that every server behind one address knows, each until its time is over. */
export type SharedTexts = {
  get(key: string): Promise<string | undefined>
  /** Resolves when the others can read it. `until` in milliseconds since 1970. */
  set(key: string, value: string, until: number): Promise<void>
  delete(key: string): Promise<void>
  /**
   * The text, or who is to find it: `ours` for the first who asks where there is none, `taken` for all others until there is one or the time
   * of the first is over. A text is never empty.
   */
  claim(key: string, until: number): Promise<string>
}

/** The same for a process that is alone. */
export function createMemoryTexts({ size = 20_000, now = Date.now } = {}): SharedTexts {
  const texts = createExpiringMap<string>({ ttlMs: 0, size, now })
  return {
    get: async (key) => texts.get(key),
    set: async (key, value, until) => texts.set(key, value, until),
    delete: async (key) => texts.delete(key),
    async claim(key, until) {
      const known = texts.get(key)
      if (known !== undefined) return known || 'taken'
      texts.set(key, '', until)
      return 'ours'
    },
  }
}
