import { expect, test } from 'vitest'
import { describeShares, parseTicks } from './processorShares.ts'

const stat = (line: string) => parseTicks(`${line}\ncpu0 1 2 3 4 5 6 7 8 0 0\nintr 1\n`)

test('computes the idle and stolen shares between two readings', () => {
  const before = stat('cpu  100 0 50 300 10 0 0 40 0 0')
  const after = stat('cpu  400 0 150 350 20 0 0 140 0 0')
  expect(before).toEqual({ all: 500, idle: 310, stolen: 40 })
  expect(describeShares(before, after)).toBe('of the processor 11 % idle, 18 % taken by the host')
})

test('returns nothing on a system without readings', () => {
  expect(parseTicks('')).toBeUndefined()
  expect(parseTicks('cpu 1 2')).toBeUndefined()
  expect(describeShares(undefined, stat('cpu  1 2 3 4 5 6 7 8'))).toBe('')
  const same = stat('cpu  1 2 3 4 5 6 7 8')
  expect(describeShares(same, same)).toBe('')
})
