import { describe, expect, it } from 'vitest'
import { createBatchCache } from './createBatchCache.ts'

function cacheOf(
  options: { load?: (keys: readonly string[]) => Promise<ReadonlyMap<string, number>>; size?: number } = {},
) {
  const batches: string[][] = []
  const clock = { now: 0 }
  const cache = createBatchCache<number>({
    ttlMs: 100,
    deadlineMs: 5_000,
    now: () => clock.now,
    ...(options.size && { size: options.size }),
    load: async (keys) => {
      batches.push([...keys])
      return options.load ? options.load(keys) : new Map(keys.map((key) => [key, key.length]))
    },
  })
  return { cache, batches, clock }
}

describe('a cache of many answers', () => {
  it('loads unknown keys once for concurrent requests', async () => {
    const { cache, batches } = cacheOf()
    const [first, second] = await Promise.all([cache(['a', 'bb']), cache(['bb', 'ccc', 'bb'])])
    expect([...first!]).toEqual([
      ['a', 1],
      ['bb', 2],
    ])
    expect([...second!]).toEqual([
      ['bb', 2],
      ['ccc', 3],
    ])
    expect(batches).toEqual([['a', 'bb'], ['ccc']])
  })

  it('expires, and caches missing values too', async () => {
    const { cache, batches, clock } = cacheOf({ load: async () => new Map() })
    expect([...(await cache(['a']))]).toEqual([])
    await cache(['a'])
    expect(batches).toHaveLength(1)
    clock.now = 100
    await cache(['a'])
    expect(batches).toHaveLength(2)
  })

  it('does not cache a failure', async () => {
    let isDown = true
    const { cache, batches } = cacheOf({
      load: async (keys) => {
        if (isDown) throw new Error('down')
        return new Map(keys.map((key) => [key, 1]))
      },
    })
    await expect(cache(['a'])).rejects.toThrow('down')
    isDown = false
    expect([...(await cache(['a']))]).toEqual([['a', 1]])
    expect(batches).toHaveLength(2)
  })

  it('keeps a limited number of entries, and still answers', async () => {
    const { cache } = cacheOf({ size: 2 })
    const keys = Array.from({ length: 50 }, (_, n) => `k${n}`)
    expect((await cache(keys)).size).toBe(50)
  })
})
