import { writeFile } from 'node:fs/promises'
import { qrMatrix } from '@billfold/protocol/qr/qrMatrix'

const [width, height, quiet] = [640, 480, 4]
/** Frames of each code: a camera and its reader miss some. */
const frames = 4
const [black, white, gray] = [16, 235, 128]

/**
 * Writes codes one after the other as a film (YUV4MPEG2) that Chromium's fake camera plays, and repeats, when a page
 * opens the camera.
 */
export async function writeCameraFilm(file: string, codes: readonly string[]): Promise<void> {
  const chroma = Buffer.alloc((width * height) / 2, gray)
  const start = Buffer.from('FRAME\n')
  const pictures = codes.flatMap((code) => {
    const picture = Buffer.concat([start, drawCode(code), chroma])
    return Array.from({ length: frames }, () => picture)
  })
  await writeFile(
    file,
    Buffer.concat([Buffer.from(`YUV4MPEG2 W${width} H${height} F20:1 Ip A1:1 C420\n`), ...pictures]),
  )
}

/** Brightness of each pixel: a code in the middle of a white picture. */
function drawCode(text: string): Buffer {
  const luma = Buffer.alloc(width * height, white)
  const { size, isDark } = qrMatrix(text, 'M')
  const scale = Math.floor(height / (size + 2 * quiet))
  const [left, top] = [width, height].map((length) => Math.floor((length - size * scale) / 2)) as [number, number]
  for (let y = 0; y < size * scale; y++)
    for (let x = 0; x < size * scale; x++)
      if (isDark(Math.floor(x / scale), Math.floor(y / scale))) luma[(top + y) * width + left + x] = black
  return luma
}
