import { expect, test } from 'vitest'
import { readStat } from './processGroup.ts'

const stat = (name: string, state: string, threads: number) =>
  `3648 (${name}) ${state} 1 3645 4048 0 -1 4227084 3071 6521 4 0 6 2 4 3 20 0 ${threads} 0 4327515 0 0`

test('a zombie is gone only after its last thread, and listens until then', () => {
  expect(readStat(stat('node', 'S', 11))).toEqual({ group: 3645, isLiving: true })
  expect(readStat(stat('node', 'Z', 2))).toEqual({ group: 3645, isLiving: true })
  expect(readStat(stat('node', 'Z', 1))).toEqual({ group: 3645, isLiving: false })
  expect(readStat(stat('node', 'X', 0))).toEqual({ group: 3645, isLiving: false })
})

test('a name may look like the fields after it', () => {
  expect(readStat(stat('a) Z 1 2 (b', 'R', 1))).toEqual({ group: 3645, isLiving: true })
})
