/** A picture in memory: red, green and blue, a byte each, row by row. */
export type Picture = { width: number; height: number; pixels: Uint8Array }

export const blank = (width: number, height: number): Picture => ({
  width,
  height,
  pixels: new Uint8Array(width * height * 3).fill(255),
})

/** A part of a picture; what lies outside is white. */
export function crop(from: Picture, left: number, top: number, width: number, height: number): Picture {
  const part = blank(width, height)
  const wide = Math.max(0, Math.min(width, from.width - left))
  for (let y = 0; y < height && top + y < from.height; y++) {
    const at = ((top + y) * from.width + left) * 3
    part.pixels.set(from.pixels.subarray(at, at + wide * 3), y * width * 3)
  }
  return part
}

/** Pictures next to each other, with a gap. */
export function sideBySide(pictures: readonly Picture[], gap = 16): Picture {
  const width = pictures.reduce((sum, each) => sum + each.width, gap * (pictures.length - 1))
  const whole = blank(width, Math.max(...pictures.map(({ height }) => height)))
  let left = 0
  for (const { width: wide, height, pixels } of pictures) {
    for (let y = 0; y < height; y++)
      whole.pixels.set(pixels.subarray(y * wide * 3, (y + 1) * wide * 3), (y * width + left) * 3)
    left += wide + gap
  }
  return whole
}
