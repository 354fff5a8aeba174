import { expect, test } from 'vitest'
import { blockhashAge, createSlotClock, finalityDepth } from './slotClock.ts'

test('slots advance with time and never go back', () => {
  let now = 1_000_000
  const clock = createSlotClock({ genesisTime: 0, seed: 'a', now: () => now })
  expect(clock.slot()).toBe(2_500)
  expect(clock.slot('finalized')).toBe(2_500 - finalityDepth)
  now += 400
  expect(clock.slot()).toBe(2_501)
  now -= 5_000
  expect(clock.slot()).toBe(2_501)
  clock.skip(10)
  now += 5_000
  expect(clock.slot()).toBe(2_511)
  expect(clock.timeOf(2_500)).toBe(1_000)
})

test('a blockhash stays valid for its number of blocks, even after a restart', () => {
  let now = 1_000_000
  const start = (skipped = 0) => createSlotClock({ genesisTime: 0, seed: 'a', skipped, now: () => now })
  const clock = start()
  const blockhash = clock.blockhashOf(clock.slot())
  clock.skip(blockhashAge)
  expect(clock.slotOf(blockhash)).toBe(2_500)
  expect(start(clock.skipped()).slotOf(blockhash)).toBe(2_500)
  now += 400
  expect(clock.slotOf(blockhash)).toBeUndefined()
  expect(clock.slotOf(clock.blockhashOf(clock.slot() + 1))).toBeUndefined()
})

test('two ledgers share no blockhash', () => {
  const [one, other] = ['a', 'b'].map((seed) => createSlotClock({ genesisTime: 0, seed }))
  expect(one!.blockhashOf(7)).not.toBe(other!.blockhashOf(7))
})
