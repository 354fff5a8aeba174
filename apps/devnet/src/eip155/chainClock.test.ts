import { expect, test } from 'vitest'
import { createChainClock } from './chainClock.ts'

function afterSetup(start = 1000) {
  const wall = { time: start }
  const clock = createChainClock(() => wall.time)
  clock.endSetup()
  return { wall, clock }
}

test('in set-up time is one second a block, whatever the wall clock says', () => {
  let time = 5000
  const clock = createChainClock(() => time++)
  expect(clock.nextTimestamp(10)).toBe(11)
  clock.increase(60)
  expect(clock.nextTimestamp(10)).toBe(71)
  clock.blockMined(71, false)
  expect(clock.nextTimestamp(71)).toBe(72)
})

test('after set-up it is the wall clock, and always later than the last block', () => {
  const { clock, wall } = afterSetup()
  expect(clock.nextTimestamp(10)).toBe(1000)
  expect(clock.nextTimestamp(1000)).toBe(1001)
  wall.time = 2000
  expect(clock.nextTimestamp(1001)).toBe(2000)
})

test('travelled time goes on passing', () => {
  const { clock, wall } = afterSetup()
  clock.increase(500)
  clock.setNext(9000)
  expect(clock.nextTimestamp(10)).toBe(9000)
  clock.blockMined(9000, false)
  wall.time += 7
  expect(clock.nextTimestamp(9000)).toBe(9007)
})

test('a leap of blocks carries time along; a burst of blocks does not', () => {
  const { clock, wall } = afterSetup()
  clock.blockMined(1010, false)
  wall.time = 1020
  expect(clock.nextTimestamp(1010)).toBe(1020)
  clock.blockMined(5000, true)
  wall.time = 1030
  expect(clock.nextTimestamp(5000)).toBe(5010)
})

test('interval blocks keep an even step while it is within a second of the time', () => {
  const { clock } = afterSetup()
  expect(clock.nextTimestamp(996, 5)).toBe(1001)
  expect(clock.nextTimestamp(994, 5)).toBe(999)
  expect(clock.nextTimestamp(990, 5)).toBe(1000)
})

test('a saved time can be gone back to', () => {
  const { clock } = afterSetup()
  const saved = clock.save()
  clock.increase(100)
  clock.setNext(99_999)
  clock.restore(saved)
  expect(clock.nextTimestamp(10)).toBe(1000)
})
