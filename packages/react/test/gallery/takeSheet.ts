import type { Page } from 'playwright-core'
import { holdStill } from './holdStill.ts'
import type { Picture } from './picture.ts'
import { readPng } from './readPng.ts'

/** One picture of the view that an open gallery page shows: all its states. */
export async function takeSheet(page: Page): Promise<Picture> {
  await holdStill(page)
  await wholePixels(page)
  const clip = await page.evaluate(() => {
    const { left, top, width, height } = document.querySelector('[data-view-states]')!.getBoundingClientRect()
    const [x, y] = [Math.round(left), Math.round(top + scrollY)]
    return { x, y, width: Math.round(width), height: Math.round(height), scale: 1 }
  })
  // By the browser itself, which need not lay the page out again, nor compress hard what is read once: half the time.
  const session = await page.context().newCDPSession(page)
  const options = { format: 'png', optimizeForSpeed: true, captureBeyondViewport: true, clip } as const
  const { data } = await session.send('Page.captureScreenshot', options)
  await session.detach()
  return readPng(Buffer.from(data, 'base64'))
}

/**
 * Letters half a pixel lower are other pixels: the position of a view or a row of its states must depend neither on the
 * fractional height above it, nor on the scroll position after the last focus. Two frames later everything is in place.
 */
const wholePixels = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const main = document.querySelector('main')
    const states = [...document.querySelectorAll<HTMLElement>('.state')]
    const parts = [...(main?.parentElement?.children ?? []), ...(main?.children ?? [])].filter(
      (part): part is HTMLElement => part instanceof HTMLElement && part !== main,
    )
    document.documentElement.style.overflowAnchor = 'none'
    // Sizes from an earlier look of the same page do not apply to this one.
    for (const part of [...states, ...parts]) part.style.blockSize = ''
    for (const part of [...states, ...parts])
      part.style.blockSize = `${Math.ceil(part.getBoundingClientRect().height)}px`
    scrollTo({ left: 0, top: 0, behavior: 'instant' })
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
  })
