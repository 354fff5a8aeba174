import type { QrMatrix } from '@billfold/protocol/qr/qrMatrix'

/**
 * The modules as strokes with round ends, a run of them in one: for a stroke as wide as a module. The finders are left out
 * (they are drawn as shapes), and so is a square of `hole` modules in the middle.
 */
export function qrPath({ size, isDark }: QrMatrix, hole: number): string {
  const from = (size - hole) / 2
  const isHole = (x: number, y: number) => x >= from && x < from + hole && y >= from && y < from + hole
  const isFinder = (x: number, y: number) => (x < 7 && (y < 7 || y >= size - 7)) || (x >= size - 7 && y < 7)
  const isDrawn = (x: number, y: number) => isDark(x, y) && !isFinder(x, y) && !isHole(x, y)
  const strokes: string[] = []
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) {
      if (!isDrawn(x, y)) continue
      const start = x
      while (isDrawn(x + 1, y)) x++
      // Nothing is drawn of a stroke without length in some browsers.
      strokes.push(`M${start + 0.5} ${y + 0.5}h${x - start || 0.01}`)
    }
  return strokes.join('')
}

/** How many modules in the middle a picture may hide: an odd number, a fifth of the side. */
export function holeOf(size: number): number {
  const fifth = Math.floor(size / 5)
  return fifth % 2 ? fifth : fifth - 1
}
