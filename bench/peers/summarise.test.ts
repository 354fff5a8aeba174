import { expect, test } from 'vitest'
import { median, summarise, type Taken } from './summarise.ts'

const sample = { jsBefore: 1, button: 100, tapRow: 1, clickDialog: 1, clickRow: 1, longest: 0, longTasks: 0, heap: 1 }
const taken = (app: string, round: number, button: number): Taken => ({
  app,
  profile: '1x',
  round,
  sample: { ...sample, button },
})

test('takes ratios within a round, so that a slow round does not count against one page', () => {
  const all = [taken('bare', 0, 100), taken('x', 0, 150), taken('bare', 1, 400), taken('x', 1, 600), taken('x', 2, 9)]
  const { median: middle, ratio, count } = summarise(all, 'x', '1x')
  expect(middle.button).toBe(150)
  expect(ratio.button).toBe(1.5)
  expect(ratio.longest).toBeNaN()
  expect(count).toBe(3)
})

test('takes the mean of the two middle samples of an even number', () => {
  expect(median([4, 1, 3, 2])).toBe(2.5)
  expect(median([])).toBeNaN()
})
