import { expect, test } from 'vitest'
import { createChainClock } from './chainClock.ts'

function afterSetup(start = 1000) {
  const wall = { time: start }
  const clock = createChainClock(() => wall.time)
  clock.endSetup()
  return { wall, clock }
}

test('time advances one second per block during set-up, whatever the wall clock', () => {
  let time = 5000
  const clock = createChainClock(() => time++)
  expect(clock.nextTimestamp(10)).toBe(11)
  clock.increase(60)
  expect(clock.nextTimestamp(10)).toBe(71)
  clock.blockMined(71, false)
  expect(clock.nextTimestamp(71)).toBe(72)
})

test('follows the wall clock after set-up, always later than the last block', () => {
  const { clock, wall } = afterSetup()
  expect(clock.nextTimestamp(10)).toBe(1000)
  expect(clock.nextTimestamp(1000)).toBe(1001)
  wall.time = 2000
  expect(clock.nextTimestamp(1001)).toBe(2000)
})

test('travelled time keeps advancing', () => {
  const { clock, wall } = afterSetup()
  clock.increase(500)
  clock.setNext(9000)
  expect(clock.nextTimestamp(10)).toBe(9000)
  clock.blockMined(9000, false)
  wall.time += 7
  expect(clock.nextTimestamp(9000)).toBe(9007)
})

test('advances time with a leap of blocks, but not with a burst of them', () => {
  const { clock, wall } = afterSetup()
  clock.blockMined(1010, false)
  wall.time = 1020
  expect(clock.nextTimestamp(1010)).toBe(1020)
  clock.blockMined(5000, true)
  wall.time = 1030
  expect(clock.nextTimestamp(5000)).toBe(5010)
})

test('keeps interval blocks at an even step within a second of the time', () => {
  const { clock } = afterSetup()
  expect(clock.nextTimestamp(996, 5)).toBe(1001)
  expect(clock.nextTimestamp(994, 5)).toBe(999)
  expect(clock.nextTimestamp(990, 5)).toBe(1000)
})

test('restores a saved time', () => {
  const { clock } = afterSetup()
  const saved = clock.save()
  clock.increase(100)
  clock.setNext(99_999)
  clock.restore(saved)
  expect(clock.nextTimestamp(10)).toBe(1000)
})
