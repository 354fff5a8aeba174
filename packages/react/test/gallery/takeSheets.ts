import type { Page } from 'playwright-core'
import { phoneLooks, phoneSize, phoneStates } from './looks.ts'
import { crop, type Picture, sideBySide } from './picture.ts'
import { readPng } from './readPng.ts'
import { type Gallery, type GalleryAddress, turnTo } from './startGallery.ts'

/** A browser draws no picture of any height: long pages are taken in bands. */
const bandHeight = 6000

type Section = { view: string; left: number; top: number; width: number; height: number }

/** One picture for each view on an open gallery page: all its states. */
export async function takeSheets(page: Page, views: 'all' | readonly string[]): Promise<Map<string, Picture>> {
  await wholePixels(page)
  const sections = (await sectionsOf(page)).filter(({ view }) => views === 'all' || views.includes(view))
  const sheets = new Map<string, Picture>()
  for (let at = 0; at < sections.length; ) {
    const first = sections[at]!
    const count = sections.slice(at).findIndex(({ top, height }) => top + height - first.top > bandHeight)
    const band = sections.slice(at, count < 1 ? (count === 0 ? at + 1 : undefined) : at + count)
    const last = band.at(-1)!
    const clip = { x: 0, y: first.top, width: first.left * 2 + first.width, height: last.top + last.height - first.top }
    const whole = readPng(await page.screenshot({ fullPage: true, clip, animations: 'disabled' }))
    for (const { view, left, top, width, height } of band)
      sheets.set(view, crop(whole, left, top - first.top, width, height))
    at += band.length
  }
  return sheets
}

/**
 * Letters half a pixel lower are other pixels: where a view begins must depend neither on those before it, nor on how
 * far the page was scrolled by whichever card took the focus last.
 */
const wholePixels = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const main = document.querySelector('main')
    const parts = [...(main?.parentElement?.children ?? []), ...(main?.children ?? [])]
    document.documentElement.style.overflowAnchor = 'none'
    for (const part of parts)
      if (part instanceof HTMLElement && part !== main)
        part.style.blockSize = `${Math.ceil(part.getBoundingClientRect().height)}px`
    scrollTo({ left: 0, top: 0, behavior: 'instant' })
  })

const sectionsOf = (page: Page): Promise<Section[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('[data-view-states]:has([data-stage])')].map((element) => {
      const { left, top, width, height } = element.getBoundingClientRect()
      return {
        view: element.dataset.viewStates ?? '',
        left: Math.round(left),
        top: Math.round(top + scrollY),
        width: Math.round(width),
        height: Math.round(height),
      }
    }),
  )

/** Some states as a phone shows them, side by side. */
export async function takePhone(gallery: Gallery, look: keyof typeof phoneLooks): Promise<Picture> {
  const address: GalleryAddress = { ...phoneLooks[look], frame: 'dialog' }
  const { page } = await gallery.open({ ...address, state: phoneStates[0]! }, phoneSize)
  const shots: Picture[] = []
  for (const state of phoneStates) {
    await turnTo(page, { ...address, state })
    shots.push(readPng(await page.screenshot({ animations: 'disabled' })))
  }
  await page.context().close()
  return sideBySide(shots)
}
