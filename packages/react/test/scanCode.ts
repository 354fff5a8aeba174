import jsqr from 'jsqr'
import type { Locator } from 'playwright-core'

/** A camera comes nearer than one pixel of the screen: without that, one code in five hundred was not read, by chance. */
const nearer = 2

type Decode = (data: Uint8ClampedArray, width: number, height: number) => { data: string } | null

/** Reads a code from the screen as a camera would. */
export async function scanCode(code: Locator): Promise<string | undefined> {
  const picture = await code.screenshot({ scale: 'css' })
  const blank = await code.page().context().newPage()
  try {
    const { pixels, width, height } = await blank.evaluate(
      async ({ base64, nearer }) => {
        const image = new Image()
        image.src = `data:image/png;base64,${base64}`
        await image.decode()
        const [width, height] = [image.width * nearer, image.height * nearer]
        const context = new OffscreenCanvas(width, height).getContext('2d')!
        context.drawImage(image, 0, 0, width, height)
        let text = ''
        for (const byte of context.getImageData(0, 0, width, height).data) text += String.fromCharCode(byte)
        return { pixels: btoa(text), width, height }
      },
      { base64: picture.toString('base64'), nearer },
    )
    const data = Uint8ClampedArray.from(Buffer.from(pixels, 'base64'))
    return (jsqr as unknown as Decode)(data, width, height)?.data
  } finally {
    await blank.close()
  }
}
