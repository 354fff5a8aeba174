import { glyphs, unknownGlyph } from './glyphs.ts'
import { letterColour } from './tileColour.ts'

/** A tile's subject, and so its outline: a square that the kit rounds, a disc, or a coin with its rim. */
export type TileShape = 'wallet' | 'network' | 'coin'
export type Tile = { shape: TileShape; letters: string; ground: string }

/** How high the letters are, by how many there are, on a tile of 40. */
const heights = [16, 16, 12.5, 9.5, 7.5]
const [boxWidth, boxHeight, gap] = [10, 14, 3.6]

/** Draws a tile as SVG: shapes and strokes only, no font, no style, nothing from outside. */
export function drawTile({ shape, letters, ground }: Tile): string {
  const marks = [...letters].slice(0, 4).map((letter) => glyphs[letter] ?? unknownGlyph)
  const scale = (heights[marks.length] ?? 16) / boxHeight
  const width = marks.length * boxWidth + (marks.length - 1) * gap
  const left = 20 - (width * scale) / 2
  const top = 20 - (boxHeight * scale) / 2
  const paths = marks.map((d, i) => `<path transform="translate(${short(i * (boxWidth + gap))})" d="${d}"/>`).join('')
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40" width="40" height="40">' +
    outline(shape, ground) +
    `<g transform="translate(${short(left)} ${short(top)}) scale(${short(scale)})" fill="none" stroke="${letterColour}" ` +
    `stroke-width="${short(1.1 + 0.9 / scale)}" stroke-linecap="round" stroke-linejoin="round">${paths}</g></svg>`
  )
}

function outline(shape: TileShape, ground: string): string {
  if (shape === 'wallet') return `<rect width="40" height="40" fill="${ground}"/>`
  const disc = `<circle cx="20" cy="20" r="20" fill="${ground}"/>`
  if (shape === 'network') return disc
  return `${disc}<circle cx="20" cy="20" r="17.25" fill="none" stroke="${letterColour}" stroke-opacity=".4"/>`
}

const short = (n: number): string => String(Math.round(n * 1000) / 1000)
