import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { NewMessage } from './mailbox.ts'
import { createPublishQueue, type Stored } from './publishQueue.ts'

const message = (hash: string, bytes = 4, origin = 'cc'): NewMessage => ({
  topic: 'aa',
  hash,
  message: 'x'.repeat(bytes),
  tag: 0,
  attestation: null,
  publisher: 'bb',
  origin,
  ttlSeconds: 300,
})

/** A store that records its batches, and answers on demand. */
function createStore() {
  const batches: NewMessage[][] = []
  const known = new Map<string, number>()
  const release: (() => void)[] = []
  let failing: Error | undefined
  return {
    batches,
    fail: (e: Error | undefined) => {
      failing = e
    },
    releaseAll: () => {
      for (const go of release.splice(0)) go()
    },
    async store(messages: NewMessage[]): Promise<Stored[]> {
      batches.push(messages)
      await new Promise<void>((done) => release.push(done))
      if (failing) throw failing
      return messages.map((m) => {
        const isNew = !known.has(m.hash)
        if (isNew) known.set(m.hash, known.size + 1)
        return { ...m, seq: known.get(m.hash)!, publishedAt: 1, isNew }
      })
    },
  }
}

const turn = () => new Promise((done) => setTimeout(done))

describe('group commit', () => {
  it('writes everything that gathered during a write at once', async () => {
    const store = createStore()
    const queue = createPublishQueue(store.store)
    const first = queue.add([message('1')])
    await turn()
    const rest = Array.from({ length: 100 }, (_, i) => queue.add([message(`r${i}`)]))
    await turn()
    expect(store.batches.map((batch) => batch.length)).toEqual([1])
    store.releaseAll()
    await first
    await turn()
    expect(store.batches.map((batch) => batch.length)).toEqual([1, 100])
    store.releaseAll()
    expect((await Promise.all(rest)).every(([row]) => row?.isNew)).toBe(true)
  })

  it("writes a light publisher's message with the next batch, however much another address has queued", async () => {
    const store = createStore()
    const queue = createPublishQueue(store.store, { maxMessages: 10 })
    const flood = Array.from({ length: 100 }, (_, i) => queue.add([message(`f${i}`, 4, 'flood')]))
    await turn()
    const [first, second] = [queue.add([message('one', 4, 'quiet')]), queue.add([message('two', 4, 'quiet')])]
    let isOver = false
    void Promise.all([...flood, first, second]).then(() => (isOver = true))
    while (!isOver) {
      store.releaseAll()
      await turn()
    }
    const batchOf = (hash: string) => store.batches.findIndex((batch) => batch.some((each) => each.hash === hash))
    expect([batchOf('one'), batchOf('two')]).toEqual([1, 1])
    // Each address keeps its order.
    expect(Array.from({ length: 100 }, (_, i) => batchOf(`f${i}`))).toEqual(
      Array.from({ length: 100 }, (_, i) => (i < 10 ? 0 : i < 18 ? 1 : 2 + Math.floor((i - 18) / 10))),
    )
  })

  it("starts the database's next batch before it answers the last", async () => {
    const store = createStore()
    const queue = createPublishQueue(store.store)
    const first = queue.add([message('1')])
    await turn()
    const second = queue.add([message('2')])
    let batchesWhenAnswered = 0
    void first.then(() => (batchesWhenAnswered = store.batches.length))
    store.releaseAll()
    expect((await first)[0]?.isNew).toBe(true)
    expect(batchesWhenAnswered).toBe(2)
    store.releaseAll()
    await second
  })

  it('answers no one before their batch is written, and everyone in it if it fails', async () => {
    const store = createStore()
    const queue = createPublishQueue(store.store, { isUnavailable: () => true })
    let isAnswered = false
    const failing = [queue.add([message('1')]), queue.add([message('2')])]
    for (const one of failing) one.catch(() => {}).finally(() => (isAnswered = true))
    await turn()
    expect(isAnswered).toBe(false)
    store.fail(new Error('away'))
    store.releaseAll()
    for (const one of failing) await expect(one).rejects.toThrow('away')
    store.fail(undefined)
    const next = queue.add([message('1')])
    await turn()
    store.releaseAll()
    expect((await next)[0]?.isNew).toBe(true)
  })

  it('never puts a message twice into a statement, and marks only the first as new', async () => {
    const store = createStore()
    const queue = createPublishQueue(store.store)
    const adds = [queue.add([message('1'), message('2')]), queue.add([message('1')])]
    await turn()
    expect(store.batches[0]).toHaveLength(2)
    store.releaseAll()
    const [one, two] = await Promise.all(adds)
    expect(one?.map(({ isNew }) => isNew)).toEqual([true, true])
    expect(two?.map(({ isNew, seq }) => [isNew, seq])).toEqual([[false, one?.[0]?.seq]])
  })

  it('keeps batches within their limits, in one order, and answers each publish with its own rows', async () => {
    const adds = fc.array(fc.array(fc.nat(30).map(String), { minLength: 1, maxLength: 4 }), { maxLength: 30 })
    await fc.assert(
      fc.asyncProperty(adds, async (lists) => {
        const store = createStore()
        const queue = createPublishQueue(store.store, { maxMessages: 5, maxBytes: 12 })
        const waiting = lists.map((hashes) => queue.add(hashes.map((hash) => message(hash))))
        const all = Promise.all(waiting)
        let isOver = false
        void all.then(() => (isOver = true))
        while (!isOver) {
          store.releaseAll()
          await new Promise((done) => setImmediate(done))
        }
        for (const batch of store.batches) {
          const keys = batch.map(({ hash }) => hash)
          expect(keys).toEqual([...new Set(keys)].sort())
          expect(batch.length).toBeLessThanOrEqual(5)
        }
        for (const [i, rows] of (await all).entries())
          expect(rows.map((row) => (row as Stored & NewMessage).hash)).toEqual(lists[i])
      }),
    )
  })

  it('stores and answers everything except what the database rejects, and tries an outage only once', async () => {
    const isUnavailable = (e: unknown) => (e as Error).message === 'away'
    // Every publish has one or a few messages; `x…` cannot be stored, and a publish succeeds or fails as a whole.
    const hash = fc.oneof({ weight: 9, arbitrary: fc.nat(40).map(String) }, { weight: 1, arbitrary: fc.constant('x') })
    const publishes = fc.array(fc.array(hash, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 40 })
    await fc.assert(
      fc.asyncProperty(publishes, async (lists) => {
        const kept = new Set<string>()
        const store = async (messages: NewMessage[]): Promise<Stored[]> => {
          if (messages.some((m) => m.hash === 'x')) throw new Error('refused')
          return messages.map((m, i) => {
            const isNew = !kept.has(m.hash)
            kept.add(m.hash)
            return { ...m, seq: i, publishedAt: 1, isNew }
          })
        }
        const queue = createPublishQueue(store, { isUnavailable })
        const results = await Promise.allSettled(lists.map((hashes) => queue.add(hashes.map((h) => message(h)))))
        for (const [i, result] of results.entries())
          expect(result.status).toBe(lists[i]!.includes('x') ? 'rejected' : 'fulfilled')
        expect(kept).toEqual(new Set(lists.filter((hashes) => !hashes.includes('x')).flat()))
        const fresh = results.flatMap((r) => (r.status === 'fulfilled' ? r.value.filter(({ isNew }) => isNew) : []))
        expect(fresh).toHaveLength(kept.size)
      }),
    )
    let tries = 0
    const away = async () => {
      tries++
      throw new Error('away')
    }
    const queue = createPublishQueue(away, { isUnavailable })
    await Promise.allSettled(Array.from({ length: 100 }, (_, i) => queue.add([message(String(i))])))
    expect(tries).toBe(1)
  })

  it('stores what fits of an oversized batch, and stops in time', async () => {
    // Like a statement that runs out of time: none of its messages is invalid.
    const sizes: number[] = []
    const store = async (messages: NewMessage[]): Promise<Stored[]> => {
      sizes.push(messages.length)
      if (messages.length > 10) throw new Error('canceling statement due to statement timeout')
      return messages.map((m, i) => ({ ...m, seq: i, publishedAt: 1, isNew: true }))
    }
    const add = (queue: ReturnType<typeof createPublishQueue>) =>
      Promise.allSettled(Array.from({ length: 100 }, (_, i) => queue.add([message(String(i))])))
    const results = await add(createPublishQueue(store))
    expect(results.filter(({ status }) => status === 'rejected')).toEqual([])
    sizes.length = 0
    await add(createPublishQueue(store, { patienceMs: -1 }))
    expect(sizes).toEqual([100])
  })

  it('spends few statements on one rejected message among many', async () => {
    let statements = 0
    const store = async (messages: NewMessage[]): Promise<Stored[]> => {
      statements++
      if (messages.some((m) => m.hash === 'x')) throw new Error('refused')
      return messages.map((m, i) => ({ ...m, seq: i, publishedAt: 1, isNew: true }))
    }
    const queue = createPublishQueue(store)
    const all = Array.from({ length: 1_000 }, (_, i) => queue.add([message(i === 700 ? 'x' : String(i))]))
    const results = await Promise.allSettled(all)
    expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(1)
    expect(statements).toBeLessThanOrEqual(21)
  })
})
