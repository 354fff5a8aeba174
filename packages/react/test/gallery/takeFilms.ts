import { mkdir, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { launchChromium } from '@billfold/testkit/test/launchChromium'
import type { Page } from 'playwright-core'
import { transitionNames } from '../../gallery/transitionNames.ts'
import { buildPage } from '../buildPage.ts'
import { servePage } from '../servePage.ts'
import { type Picture, sideBySide } from './picture.ts'
import { readPng } from './readPng.ts'
import { writePng } from './writePng.ts'

// node packages/react/test/gallery/takeFilms.ts [folder] [transition,transition] [light|dark] [desk|phone]
// A film strip of each of the modal's transitions: the page /motion, held still at six of its moments.

const web = fileURLToPath(new URL('../../../../apps/web', import.meta.url))
const kept = fileURLToPath(new URL('../../../../docs/pictures/motion', import.meta.url))
const [, , folder = kept, only, theme = 'light', device = 'desk'] = process.argv
const moments = [0, 0.15, 0.35, 0.6, 0.85, 1]
/** Slow enough that nothing ends before it is held. */
const pace = 60
const sizes = { desk: { width: 440, height: 760 }, phone: { width: 390, height: 760 } } as const
const size = device === 'phone' ? sizes.phone : sizes.desk

/** Holds everything that moves and ends at a share of the whole. */
const holdAt = (page: Page, share: number) =>
  page.evaluate(async (part) => {
    const roots = [document, ...[...document.querySelectorAll('*')].flatMap((element) => element.shadowRoot ?? [])]
    const moving = roots
      .flatMap((root) => root.getAnimations())
      .filter(({ timeline }) => timeline === document.timeline)
      .flatMap((animation) => {
        const end = Number(animation.effect?.getComputedTiming().endTime)
        return Number.isFinite(end) ? [{ animation, end }] : []
      })
    const whole = Math.max(...moving.map(({ end }) => end))
    for (const { animation } of moving) {
      animation.pause()
      animation.currentTime = whole * part
    }
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
    return moving.length
  }, share)

async function takeFilm(page: Page, url: string): Promise<Picture> {
  await page.goto(url)
  await page.locator('[data-stage=ready]').waitFor()
  // Everything that led here is over.
  await page.evaluate(() => {
    const roots = [document, ...[...document.querySelectorAll('*')].flatMap((element) => element.shadowRoot ?? [])]
    for (const animation of roots.flatMap((root) => root.getAnimations()))
      if (Number.isFinite(Number(animation.effect?.getComputedTiming().endTime))) animation.finish()
    window.dispatchEvent(new Event('play'))
  })
  await page.locator('[data-stage=played]').waitFor({ state: 'attached' })
  // The next frames belong to it: a view's rows, a list that loads.
  await page.waitForTimeout(500)
  const frames: Picture[] = []
  for (const share of moments) {
    if ((await holdAt(page, share)) === 0) throw new Error(`Nothing moves at ${url}`)
    frames.push(readPng(await page.screenshot()))
  }
  return sideBySide(frames, 6)
}

await mkdir(folder, { recursive: true })
const server = await servePage(await buildPage(web, ['gallery.html', 'motion.html']))
const browser = await launchChromium()
try {
  const context = await browser.newContext({
    viewport: size,
    deviceScaleFactor: 0.5,
    colorScheme: theme === 'dark' ? 'dark' : 'light',
    reducedMotion: 'no-preference',
  })
  const page = await context.newPage()
  page.on('pageerror', (error) => console.error(error))
  for (const name of transitionNames.filter((each) => !only || only.split(',').includes(each))) {
    const query = new URLSearchParams({ play: name, pace: String(pace), wait: '', theme })
    const film = await takeFilm(page, `${server.url}/motion.html?${query}`)
    const file = `${folder}/${[name, theme === 'dark' && 'dark', device === 'phone' && 'phone'].filter(Boolean).join('-')}.png`
    await writeFile(file, writePng(film))
    console.log(file)
  }
} finally {
  await browser.close()
  await server.close()
}
