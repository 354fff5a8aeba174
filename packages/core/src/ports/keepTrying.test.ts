import { expect, test } from 'vitest'
import { fakeClock } from './fakeClock.ts'
import { keepTrying } from './keepTrying.ts'

/** Something that fails as often as is said. */
function setUp(failures: number) {
  const clock = fakeClock()
  const told: unknown[] = []
  let tries = 0
  const attempt = async () => {
    tries += 1
    if (tries <= failures) throw new Error(`failure ${tries}`)
  }
  const trying = keepTrying(clock, attempt, (error) => told.push(error))
  return { clock, told, trying, tries: () => tries }
}
const settle = () => new Promise((done) => setTimeout(done))

test('what failed is tried again, ever more rarely, until it was done once', async () => {
  const { clock, told, trying, tries } = setUp(3)
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
  expect(told).toHaveLength(3)
  trying.now()
  clock.advance(1_000_000)
  await settle()
  expect(tries()).toBe(4)
})

test('between two tries it can be asked for at once', async () => {
  const { clock, trying, tries } = setUp(1)
  trying.now()
  await settle()
  trying.now()
  await settle()
  clock.advance(1_000_000)
  await settle()
  expect(tries()).toBe(2)
})

test('is tried once at a time, and who asks during a try that fails gets one of their own before anyone is told', async () => {
  const { told, trying, tries } = setUp(1)
  trying.now()
  trying.now()
  trying.now()
  expect(tries()).toBe(1)
  await settle()
  expect(tries()).toBe(2)
  expect(told).toEqual([])
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

test('stopped, it does not try again, nor tell of a failure that was under way', async () => {
  const { clock, told, trying, tries } = setUp(1000)
  trying.now()
  trying.stop()
  await settle()
  clock.advance(1_000_000)
  trying.now()
  await settle()
  expect(tries()).toBe(1)
  expect(told).toEqual([])
})
