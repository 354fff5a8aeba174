import { expect, it } from 'vitest'
import { createQuota } from './quota.ts'

function start(stored: { bytes: number }, unmeasuredBytes = 0) {
  let time = 0
  let measurements = 0
  const quota = createQuota({
    limit: 800,
    unmeasuredBytes,
    sentence: 'full',
    now: () => time,
    async measure() {
      measurements++
      return stored.bytes
    },
  })
  const put = async (bytes: number) => {
    const account = await quota.take('a', bytes)
    stored.bytes += bytes
    quota.settle(account, bytes, true)
  }
  return { quota, put, measurements: () => measurements, pass: (ms: number) => (time += ms) }
}

it('measures a new key, then after each eighth, and rejects what exceeds the limit', async () => {
  const stored = { bytes: 0 }
  const { put, measurements } = start(stored)
  for (let i = 0; i < 80; i++) await put(10)
  expect(measurements()).toBeLessThanOrEqual(12)
  await expect(put(10)).rejects.toThrow('full')
  expect(stored.bytes).toBe(800)
})

it('counts what other nodes stored, and accepts again as soon as space is free', async () => {
  const stored = { bytes: 795 }
  const { put, pass, measurements } = start(stored)
  await expect(put(10)).rejects.toThrow('full')
  const before = measurements()
  // A key that keeps trying does not cost a query each time.
  for (let i = 0; i < 50; i++) await expect(put(10)).rejects.toThrow('full')
  expect(measurements()).toBe(before)
  stored.bytes = 0
  pass(201)
  await put(10)
})

it('counts bytes in flight, and returns those that were not stored', async () => {
  const stored = { bytes: 0 }
  const { quota } = start(stored)
  const all = await Promise.allSettled(Array.from({ length: 100 }, async () => quota.take('a', 10)))
  const taken = all.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
  expect(taken).toHaveLength(80)
  for (const account of taken) quota.settle(account, 10, false)
  await quota.take('a', 800)
})

it('measures no key with few bytes, and forgets it', async () => {
  const { quota, pass, measurements } = start({ bytes: 0 }, 50)
  const account = quota.take('a', 50)
  if (account instanceof Promise) throw new Error('unexpected measurement')
  quota.settle(account, 50, true)
  expect(measurements()).toBe(0)
  pass(3_600_001)
  quota.forgetIdle()
  expect(quota.size()).toBe(0)
})

it('remembers at most `size` keys, evicts the oldest, and measures them again', async () => {
  const measuredKeys: string[] = []
  const measure = async (key: string) => {
    measuredKeys.push(key)
    return key === 'full' ? 800 : 0
  }
  const quota = createQuota({ limit: 800, unmeasuredBytes: 50, sentence: 'full', size: 100, measure })
  const put = async (key: string, bytes: number) => quota.settle(await quota.take(key, bytes), bytes, true)
  const underWay = await quota.take('slow', 10)
  await expect(put('full', 51)).rejects.toThrow('full')
  for (let i = 0; i < 10_000; i++) await put(`topic ${i}`, 10)
  expect(quota.size()).toBeLessThanOrEqual(101)
  // Bytes in flight are not evicted.
  expect(await quota.take('slow', 10)).toBe(underWay)
  await expect(put('full', 51)).rejects.toThrow('full')
  expect(measuredKeys).toEqual(['full', 'full'])
})
