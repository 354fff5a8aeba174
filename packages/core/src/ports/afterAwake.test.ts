import { expect, test } from 'vitest'
import { afterAwake } from './afterAwake.ts'
import { fakeClock } from './fakeClock.ts'
import { withDeadline } from './withDeadline.ts'

test('is a plain deadline while the page is awake', () => {
  const clock = fakeClock()
  let passed = 0
  afterAwake(clock, 5_000, () => passed++)
  clock.advance(4_999)
  expect(passed).toBe(0)
  clock.advance(1)
  expect([passed, clock.waiting()]).toEqual([1, 0])
})

test('grants responses that arrived during sleep a moment to be read, once', () => {
  const clock = fakeClock()
  let passed = 0
  afterAwake(clock, 5_000, () => passed++)
  clock.sleep(3_600_000)
  expect(passed).toBe(0)
  clock.sleep(3_600_000)
  expect([passed, clock.waiting()]).toEqual([1, 0])
})

test('can be cancelled even in that moment', () => {
  const clock = fakeClock()
  const stops = [0, 1].map(() => afterAwake(clock, 5_000, () => expect.unreachable()))
  stops[0]!()
  clock.sleep(3_600_000)
  stops[1]!()
  clock.advance(10_000)
  expect(clock.waiting()).toBe(0)
})

test('does not time out if the response was there when the page woke up', async () => {
  const clock = fakeClock()
  let answer: (text: string) => void = () => {}
  const response = withDeadline(clock, 10_000, new Promise<string>((resolve) => (answer = resolve)))
  clock.sleep(60_000)
  answer('here')
  expect(await response).toBe('here')
  const silent = withDeadline(clock, 10_000, new Promise(() => {}))
  clock.advance(10_000)
  await expect(silent).rejects.toMatchObject({ code: 'timeout' })
})
