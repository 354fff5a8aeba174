import fc from 'fast-check'
import { expect, test } from 'vitest'
import { comparePictures, differencePicture } from './comparePictures.ts'
import { blank, crop, type Picture } from './picture.ts'
import { readPng } from './readPng.ts'
import { writePng } from './writePng.ts'

/** A card with a line of text on it, as far as pixels go. */
function card(change: (x: number, y: number) => readonly number[] | undefined = () => undefined): Picture {
  const picture = blank(256, 192)
  for (let y = 0; y < picture.height; y++)
    for (let x = 0; x < picture.width; x++) {
      const isLetter = y > 80 && y < 96 && x > 20 && x < 180 && x % 7 < 3
      picture.pixels.set(change(x, y) ?? (isLetter ? [22, 23, 19] : [251, 250, 247]), (y * 256 + x) * 3)
    }
  return picture
}
const saved = (picture: Picture) => readPng(writePng(picture))

test('matches a picture after saving it', () => {
  expect(comparePictures(saved(card()), card())).toMatchObject({ same: true })
})

test('softer edges of letters are the same', () => {
  const soft = card((x, y) => (y > 80 && y < 96 && x > 20 && x < 180 && x % 7 === 0 ? [60, 61, 58] : undefined))
  expect(comparePictures(saved(card()), soft)).toMatchObject({ same: true })
})

test('ignores half-pixel shifts between rows, and reports a missing line', () => {
  const ruled = (top: number, line: number) =>
    card((x, y) => {
      if (y === line) return [22, 23, 19]
      if (y > 78 && y < 98)
        return y > top && y < top + 16 && x > 20 && x < 180 && x % 7 < 3 ? [22, 23, 19] : [251, 250, 247]
      return undefined
    })
  const before = saved(ruled(80, 150))
  expect(comparePictures(before, ruled(81, 149)).same).toBe(true)
  expect(comparePictures(before, ruled(82, 150)).same).toBe(false)
  expect(comparePictures(before, ruled(80, 148)).same).toBe(false)
  expect(comparePictures(before, ruled(80, -1)).same).toBe(false)
  expect(comparePictures(saved(ruled(80, -1)), ruled(80, 150)).same).toBe(false)
})

test('another word, a control that moved, a surface of another tone, another size: not the same', () => {
  const word = card((x, y) => (y > 80 && y < 96 && x > 180 && x < 210 && x % 7 < 3 ? [22, 23, 19] : undefined))
  const moved = card((x, y) =>
    y > 82 && y < 98 && x > 20 && x < 180
      ? x % 7 < 3
        ? [22, 23, 19]
        : [251, 250, 247]
      : y === 81 || y === 82
        ? [251, 250, 247]
        : undefined,
  )
  const tone = card((x, y) => (x < 128 && y < 64 ? [243, 241, 235] : undefined))
  const before = saved(card())
  expect(comparePictures(before, word)).toEqual({
    same: false,
    sentence: '2 of its squares changed, the first at 128, 64',
  })
  expect(comparePictures(before, moved).same).toBe(false)
  expect(comparePictures(before, tone).same).toBe(false)
  expect(comparePictures(before, crop(card(), 0, 0, 256, 191))).toEqual({
    same: false,
    sentence: 'it is 256 × 191 and was 256 × 192',
  })
})

test('marks the difference next to both pictures', () => {
  const now = card((x, y) => (x < 4 && y < 4 ? [0, 0, 0] : undefined))
  const { width, pixels } = differencePicture(card(), now)
  expect(width).toBe(256 * 3 + 32)
  const markedAt = (x: number, y: number) => [
    ...pixels.subarray((y * width + 544 + x) * 3, (y * width + 544 + x) * 3 + 3),
  ]
  expect(markedAt(1, 1)).toEqual([200, 0, 80])
  expect(markedAt(9, 9)).not.toEqual([200, 0, 80])
})

test('few colors survive a file exactly', () => {
  const picture = fc.tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 12 })).chain(([width, height]) =>
    fc
      .array(fc.constantFrom([0, 0, 0], [255, 255, 255], [251, 100, 7], [9, 200, 90]), {
        minLength: width * height,
        maxLength: width * height,
      })
      .map((colours) => ({ width, height, pixels: Uint8Array.from(colours.flat()) })),
  )
  fc.assert(
    fc.property(picture, (each) => {
      expect(saved(each)).toEqual(each)
    }),
  )
})
