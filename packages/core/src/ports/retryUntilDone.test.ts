import { expect, test } from 'vitest'
import { fakeClock } from './fakeClock.ts'
import { retryUntilDone } from './retryUntilDone.ts'

/** Work that fails this many times. */
function setUp(failures: number) {
  const clock = fakeClock()
  const failed: unknown[] = []
  let tries = 0
  const attempt = async () => {
    tries += 1
    if (tries <= failures) throw new Error(`failure ${tries}`)
  }
  const trying = retryUntilDone(clock, attempt, (error) => failed.push(error))
  return { clock, failed, trying, tries: () => tries }
}
const settle = () => new Promise((done) => setTimeout(done))

test('retries with backoff until the first success', async () => {
  const { clock, failed, trying, tries } = setUp(3)
  trying.now()
  await settle()
  for (const [ms, before] of [
    [1000, 1],
    [2000, 2],
    [4000, 3],
  ] as const) {
    clock.advance(ms - 1)
    await settle()
    expect(tries()).toBe(before)
    clock.advance(1)
    await settle()
  }
  expect(tries()).toBe(4)
  expect(failed).toHaveLength(3)
  trying.now()
  clock.advance(1_000_000)
  await settle()
  expect(tries()).toBe(4)
})

test('retries immediately on request', async () => {
  const { clock, trying, tries } = setUp(1)
  trying.now()
  await settle()
  trying.now()
  await settle()
  clock.advance(1_000_000)
  await settle()
  expect(tries()).toBe(2)
})

test('makes one attempt at a time, and repeats a failed one for callers that arrived during it', async () => {
  const { failed, trying, tries } = setUp(1)
  trying.now()
  trying.now()
  trying.now()
  expect(tries()).toBe(1)
  await settle()
  expect(tries()).toBe(2)
  expect(failed).toEqual([])
})

test('never waits longer than a minute', async () => {
  const { clock, trying, tries } = setUp(1000)
  trying.now()
  await settle()
  for (let turn = 0; turn < 20; turn++) {
    const before = tries()
    clock.advance(60_000)
    await settle()
    expect(tries()).toBe(before + 1)
  }
})

test('makes no more attempts or callbacks after stop', async () => {
  const { clock, failed, trying, tries } = setUp(1000)
  trying.now()
  trying.stop()
  await settle()
  clock.advance(1_000_000)
  trying.now()
  await settle()
  expect(tries()).toBe(1)
  expect(failed).toEqual([])
})
