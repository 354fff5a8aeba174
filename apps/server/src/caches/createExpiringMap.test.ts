import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createExpiringMap } from './createExpiringMap.ts'

it('returns entries until they expire, to the millisecond', () => {
  let time = 1_000
  const map = createExpiringMap<string>({ ttlMs: 100, now: () => time })
  map.set('usual', 'a')
  map.set('long', 'b', 2_000)
  time = 1_099
  expect([map.get('usual'), map.get('long'), map.get('never')]).toEqual(['a', 'b', undefined])
  time = 1_100
  expect([map.get('usual'), map.get('long')]).toEqual([undefined, 'b'])
  time = 2_000
  expect(map.get('long')).toBeUndefined()
})

it('evicts the oldest first when full, and renews a key that is set again', () => {
  const map = createExpiringMap<number>({ ttlMs: 100, size: 2, now: () => 0 })
  map.set('a', 1)
  map.set('b', 2)
  map.set('a', 3)
  map.set('c', 4)
  expect(['a', 'b', 'c'].map(map.get)).toEqual([3, undefined, 4])
})

it('evicts expired entries before valid ones', () => {
  let time = 0
  const map = createExpiringMap<number>({ ttlMs: 10, size: 2, now: () => time })
  map.set('gone', 1)
  map.set('lasts', 2, 1_000)
  time = 10
  map.set('new', 3)
  expect(['gone', 'lasts', 'new'].map(map.get)).toEqual([undefined, 2, 3])
})

it('keeps the latest unexpired entries of any sequence', () => {
  const steps = fc.array(fc.record({ key: fc.constantFrom('a', 'b', 'c', 'd'), wait: fc.nat(30) }), { maxLength: 40 })
  fc.assert(
    fc.property(steps, (all) => {
      let time = 0
      const map = createExpiringMap<number>({ ttlMs: 50, size: 3, now: () => time })
      const plain: { key: string; at: number; value: number }[] = []
      for (const [value, { key, wait }] of all.entries()) {
        time += wait
        map.set(key, value)
        plain.splice(0, plain.length, ...plain.filter((each) => each.key !== key && time - each.at < 50))
        plain.push({ key, at: time, value })
        if (plain.length > 3) plain.shift()
        for (const each of ['a', 'b', 'c', 'd']) expect(map.get(each)).toBe(plain.find((p) => p.key === each)?.value)
      }
    }),
  )
})
