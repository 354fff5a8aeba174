import { type QrLevel, qrCodewords } from './qrCodewords.ts'

/** A QR code: `isDark` of each module, without the quiet zone around it. */
export type QrMatrix = { size: number; isDark: (x: number, y: number) => boolean }

const levelBits: Record<QrLevel, number> = { M: 0, Q: 3 }

const masks: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
]

/** Draws a text as a QR code (model 2, byte mode), under the mask that scanners like best. */
export function qrMatrix(text: string, level: QrLevel): QrMatrix {
  const { version, codewords } = qrCodewords(text, level)
  const size = version * 4 + 17
  const patterns = drawPatterns(version, size)
  const tries = masks.map((mask, number) => {
    const cells = patterns.dark.slice()
    placeCodewords(cells, patterns.fixed, size, codewords, mask)
    drawFormat(cells, size, (levelBits[level] << 3) | number)
    return { cells, penalty: penaltyOf(cells, size) }
  })
  const { cells } = tries.reduce((best, next) => (next.penalty < best.penalty ? next : best))
  return { size, isDark: (x, y) => x >= 0 && y >= 0 && x < size && y < size && cells[y * size + x] === 1 }
}

/** The patterns of a version, the same for every text; `fixed` are the modules that hold no data. */
function drawPatterns(version: number, size: number): { dark: Uint8Array; fixed: Uint8Array } {
  const dark = new Uint8Array(size * size)
  const fixed = new Uint8Array(size * size)
  const set = (x: number, y: number, isDark: boolean) => {
    if (x < 0 || y < 0 || x >= size || y >= size) return
    dark[y * size + x] = isDark ? 1 : 0
    fixed[y * size + x] = 1
  }
  /** Squares within squares: dark where the distance from the middle is one of `rings`. */
  const square = (cx: number, cy: number, radius: number, rings: readonly number[]) => {
    for (let dy = -radius; dy <= radius; dy++)
      for (let dx = -radius; dx <= radius; dx++)
        set(cx + dx, cy + dy, rings.includes(Math.max(Math.abs(dx), Math.abs(dy))))
  }
  for (let i = 0; i < size; i++) {
    set(6, i, i % 2 === 0)
    set(i, 6, i % 2 === 0)
  }
  const places = alignmentPlaces(version, size)
  const last = places.length - 1
  for (const [i, x] of places.entries())
    for (const [j, y] of places.entries())
      if (!((i === 0 && j === 0) || (i === 0 && j === last) || (i === last && j === 0))) square(x, y, 2, [0, 2])
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const)
    square(x, y, 4, [0, 1, 3])
  // Kept free for the format, which is written with the mask.
  for (let i = 0; i < 9; i++)
    for (const [x, y] of [
      [8, i],
      [i, 8],
    ] as const)
      if (i !== 6) set(x, y, false)
  for (let i = 1; i <= 8; i++)
    for (const [x, y] of [
      [size - i, 8],
      [8, size - i],
    ] as const)
      set(x, y, false)
  if (version >= 7) {
    const bits = (version << 12) | remainder(version, 12, 0x1f25)
    for (let i = 0; i < 18; i++) {
      const [far, near] = [size - 11 + (i % 3), Math.floor(i / 3)]
      set(far, near, ((bits >> i) & 1) === 1)
      set(near, far, ((bits >> i) & 1) === 1)
    }
  }
  return { dark, fixed }
}

function alignmentPlaces(version: number, size: number): readonly number[] {
  if (version === 1) return []
  const count = Math.floor(version / 7) + 2
  const step = Math.ceil((size - 13) / (2 * count - 2)) * 2
  return [6, ...Array.from({ length: count - 1 }, (_, i) => size - 7 - (count - 2 - i) * step)]
}

/** The rest of a division of polynomials over two elements: how version and format correct themselves. */
function remainder(value: number, bits: number, divisor: number): number {
  let rest = value
  for (let i = 0; i < bits; i++) rest = (rest << 1) ^ ((rest >> (bits - 1)) & 1 ? divisor : 0)
  return rest
}

/** Twice, for one may be hidden. */
function drawFormat(cells: Uint8Array, size: number, data: number): void {
  const bits = ((data << 10) | remainder(data, 10, 0x537)) ^ 0x5412
  for (let i = 0; i < 15; i++) {
    const bit = (bits >> i) & 1
    const [x, y] = i < 6 ? [8, i] : i < 8 ? [8, i + 1] : i === 8 ? [7, 8] : [14 - i, 8]
    cells[y * size + x] = bit
    const [u, v] = i < 8 ? [size - 1 - i, 8] : [8, size - 15 + i]
    cells[v * size + u] = bit
  }
  cells[(size - 8) * size + 8] = 1
}

/** In pairs of columns from the right, up and down, around the patterns. */
function placeCodewords(
  cells: Uint8Array,
  fixed: Uint8Array,
  size: number,
  codewords: Uint8Array,
  mask: (x: number, y: number) => boolean,
): void {
  let bit = 0
  for (let right = size - 1, isUp = true; right > 0; right -= 2, isUp = !isUp) {
    if (right === 6) right = 5
    for (let step = 0; step < size; step++) {
      const y = isUp ? size - 1 - step : step
      for (const x of [right, right - 1]) {
        const at = y * size + x
        if (fixed[at]) continue
        const value = ((codewords[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1
        cells[at] = value ^ (mask(x, y) ? 1 : 0)
        bit++
      }
    }
  }
}

/** A mask's penalty: long runs, blocks, finder-like patterns, and too much of one color. */
function penaltyOf(cells: Uint8Array, size: number): number {
  let penalty = 0
  let dark = 0
  for (let line = 0; line < size; line++) {
    penalty += linePenalty(cells, size, line * size, 1) + linePenalty(cells, size, line, size)
    for (let x = 0; x < size; x++) {
      const at = line * size + x
      const own = cells[at] ?? 0
      dark += own
      const isBlock = own === cells[at - 1] && own === cells[at - size] && own === cells[at - size - 1]
      if (x > 0 && line > 0 && isBlock) penalty += 3
    }
  }
  return penalty + 10 * Math.floor(Math.abs(dark * 20 - size * size * 10) / (size * size))
}

/** The penalty of one row or column: runs of five and more, and a finder's 1:1:3:1:1 with light beside it. */
function linePenalty(cells: Uint8Array, size: number, from: number, step: number): number {
  let penalty = 0
  let run = 0
  let last = 2
  let window = 0
  for (let i = 0; i < size; i++) {
    const cell = cells[from + i * step] ?? 0
    run = cell === last ? run + 1 : 1
    last = cell
    if (run === 5) penalty += 3
    else if (run > 5) penalty++
    window = ((window << 1) | cell) & 0x7ff
    if (i >= 10 && (window === 0b10111010000 || window === 0b00001011101)) penalty += 40
  }
  return penalty
}
