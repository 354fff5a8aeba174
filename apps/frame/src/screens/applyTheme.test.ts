import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contrast, readableAccent } from './applyTheme.ts'

const channel = fc.integer({ min: 0, max: 255 })
const color = fc.tuple(channel, channel, channel)

test('takes an accent only with 4.5:1 on the paper, and under its own text', () => {
  fc.assert(
    fc.property(color, color, (accent, paper) => {
      const pair = readableAccent(accent, paper)
      if (!pair) return
      expect(contrast(pair.accent, paper)).toBeGreaterThanOrEqual(4.5)
      expect(contrast(pair.accent, pair.onAccent)).toBeGreaterThanOrEqual(4.5)
    }),
  )
})

test('rejects an accent of 3:1, and takes one that stands out', () => {
  const paper = [251, 250, 247] as const
  expect(readableAccent([0x94, 0x94, 0x94], paper)).toBe(undefined)
  expect(readableAccent([0x12, 0x34, 0x56], paper)).toEqual({ accent: [0x12, 0x34, 0x56], onAccent: [255, 255, 255] })
})
