import { blank, crop, type Picture, sideBySide } from './picture.ts'

/** Looked at square by square: a changed word is much in its square and nothing in the whole. */
const square = 64
/** A channel further away than this is another shape; of those a square may have a few: edges of letters. */
const [shapeStep, shapeShare] = [48, 0.015]
/** A channel further away than this is another tone; if half a square has it, a surface changed its color. */
const [toneStep, toneShare] = [6, 0.5]

/**
 * The tolerated vertical shift: content on half a pixel is drawn in the row above or below, depending on whether the
 * browser gave it its own layer, which varies on a busy machine.
 */
const rows = 1

export type Comparison = { same: boolean; sentence: string }

/** Whether two pictures show the same, except for another machine's anti-aliasing and halves of pixels. */
export function comparePictures(before: Picture, now: Picture): Comparison {
  if (before.width !== now.width || before.height !== now.height)
    return {
      same: false,
      sentence: `it is ${now.width} × ${now.height} and was ${before.width} × ${before.height}`,
    }
  // Mostly they are the same to the byte, which takes no looking at squares.
  const changed = Buffer.compare(before.pixels, now.pixels) === 0 ? [] : changedSquares(before, now)
  const [first] = changed
  if (!first) return { same: true, sentence: 'it is the same' }
  return { same: false, sentence: `${changed.length} of its squares changed, the first at ${first.left}, ${first.top}` }
}

type Square = { left: number; top: number }

function changedSquares(before: Picture, now: Picture): Square[] {
  const changed: Square[] = []
  for (let top = 0; top < now.height; top += square)
    for (let left = 0; left < now.width; left += square) {
      const [right, bottom] = [Math.min(left + square, now.width), Math.min(top + square, now.height)]
      let [shape, tone] = [0, 0]
      for (let y = top; y < bottom; y++) {
        const [from, to] = [(y * now.width + left) * 3, (y * now.width + right) * 3]
        if (Buffer.compare(before.pixels.subarray(from, to), now.pixels.subarray(from, to)) === 0) continue
        for (let x = left; x < right; x++) {
          const step = stepAt(before, now, x, y)
          if (step > shapeStep) shape += 1
          if (step > toneStep) tone += 1
        }
      }
      const size = (right - left) * (bottom - top)
      if (shape > size * shapeShare || tone > size * toneShare) changed.push({ left, top })
    }
  return changed
}

/** The difference of a point from the other picture, there or a row away, in both directions. */
function stepAt(before: Picture, now: Picture, x: number, y: number): number {
  const at = (row: number) => (row * now.width + x) * 3
  const here = channelStep(before, now, at(y), at(y))
  if (here <= toneStep) return here
  let [gone, added] = [here, here]
  for (let row = Math.max(0, y - rows); row <= Math.min(now.height - 1, y + rows); row++) {
    gone = Math.min(gone, channelStep(before, now, at(y), at(row)))
    added = Math.min(added, channelStep(before, now, at(row), at(y)))
  }
  return Math.max(gone, added)
}

const channelStep = (a: Picture, b: Picture, atA: number, atB: number): number =>
  Math.max(
    Math.abs(a.pixels[atA]! - b.pixels[atB]!),
    Math.abs(a.pixels[atA + 1]! - b.pixels[atB + 1]!),
    Math.abs(a.pixels[atA + 2]! - b.pixels[atB + 2]!),
  )

/** Before, now, and the difference, side by side. */
export function differencePicture(before: Picture, now: Picture): Picture {
  const [width, height] = [Math.max(before.width, now.width), Math.max(before.height, now.height)]
  const [a, b] = [crop(before, 0, 0, width, height), crop(now, 0, 0, width, height)]
  const marked = blank(width, height)
  for (let at = 0; at < marked.pixels.length; at += 3) {
    if (channelStep(a, b, at, at) > toneStep) marked.pixels.set([200, 0, 80], at)
    else
      for (let channel = 0; channel < 3; channel++) marked.pixels[at + channel] = 192 + (b.pixels[at + channel]! >> 2)
  }
  return sideBySide([a, b, marked])
}
