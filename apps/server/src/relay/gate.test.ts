import { expect, it } from 'vitest'
import { createGate } from './gate.ts'

it('runs `count` at a time, in order, even after a failure', async () => {
  const gate = createGate(2)
  const began: number[] = []
  const ends = Array.from({ length: 5 }, () => Promise.withResolvers<void>())
  const runs = ends.map(({ promise }, i) =>
    gate(async () => {
      began.push(i)
      await promise
    }),
  )
  const settled = Promise.allSettled(runs)
  const turn = () => new Promise((done) => setImmediate(done))
  await turn()
  expect(began).toEqual([0, 1])
  ends[1]!.reject(new Error('broken'))
  await turn()
  expect(began).toEqual([0, 1, 2])
  for (const { resolve } of ends) resolve()
  await settled
  expect(began).toEqual([0, 1, 2, 3, 4])
  expect(await gate(async () => 'free again')).toBe('free again')
})
