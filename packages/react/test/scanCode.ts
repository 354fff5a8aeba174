import jsqr from 'jsqr'
import type { Locator } from 'playwright-core'

type Decode = (data: Uint8ClampedArray, width: number, height: number) => { data: string } | null

/** What a camera would read from a code as it stands on the screen. */
export async function scanCode(code: Locator): Promise<string | undefined> {
  const picture = await code.screenshot({ scale: 'css' })
  const blank = await code.page().context().newPage()
  try {
    const { pixels, width, height } = await blank.evaluate(async (base64) => {
      const image = new Image()
      image.src = `data:image/png;base64,${base64}`
      await image.decode()
      const canvas = new OffscreenCanvas(image.width, image.height)
      const context = canvas.getContext('2d')!
      context.drawImage(image, 0, 0)
      const { data, width, height } = context.getImageData(0, 0, image.width, image.height)
      let text = ''
      for (const byte of data) text += String.fromCharCode(byte)
      return { pixels: btoa(text), width, height }
    }, picture.toString('base64'))
    const data = Uint8ClampedArray.from(Buffer.from(pixels, 'base64'))
    return (jsqr as unknown as Decode)(data, width, height)?.data
  } finally {
    await blank.close()
  }
}
