import { blank, crop, type Picture, sideBySide } from './picture.ts'

/** Looked at square by square: a changed word is much in its square and nothing in the whole. */
const square = 64
/** A channel further away than this is another shape; of those a square may have a few: edges of letters. */
const [shapeStep, shapeShare] = [48, 0.015]
/** A channel further away than this is another tone; if half a square has it, a surface changed its colour. */
const [toneStep, toneShare] = [6, 0.5]

export type Comparison = { same: boolean; sentence: string }

/** Whether two pictures show the same, but for what another machine's anti-aliasing may do. */
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
      for (let y = top; y < bottom; y++)
        for (let x = left; x < right; x++) {
          const step = stepAt(before, now, (y * now.width + x) * 3)
          if (step > shapeStep) shape += 1
          if (step > toneStep) tone += 1
        }
      const size = (right - left) * (bottom - top)
      if (shape > size * shapeShare || tone > size * toneShare) changed.push({ left, top })
    }
  return changed
}

const stepAt = (a: Picture, b: Picture, at: number): number =>
  Math.max(
    Math.abs(a.pixels[at]! - b.pixels[at]!),
    Math.abs(a.pixels[at + 1]! - b.pixels[at + 1]!),
    Math.abs(a.pixels[at + 2]! - b.pixels[at + 2]!),
  )

/** What was, what is, and where they differ, next to each other. */
export function differencePicture(before: Picture, now: Picture): Picture {
  const [width, height] = [Math.max(before.width, now.width), Math.max(before.height, now.height)]
  const [a, b] = [crop(before, 0, 0, width, height), crop(now, 0, 0, width, height)]
  const marked = blank(width, height)
  for (let at = 0; at < marked.pixels.length; at += 3) {
    if (stepAt(a, b, at) > toneStep) marked.pixels.set([200, 0, 80], at)
    else
      for (let channel = 0; channel < 3; channel++) marked.pixels[at + channel] = 192 + (b.pixels[at + channel]! >> 2)
  }
  return sideBySide([a, b, marked])
}
