import { rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { launchChromium } from '@billfold/testkit/test/launchChromium'
import type { Page } from 'playwright-core'
import { buildPage } from '../buildPage.ts'
import { servePage } from '../servePage.ts'
import { watchPage } from '../watchPage.ts'
import { testFonts } from './testFonts.ts'

export type GalleryAddress = {
  state?: string
  view?: string
  theme?: 'light' | 'dark'
  dir?: 'ltr' | 'rtl'
  lang?: string
  frame?: 'card' | 'dialog'
}
export type Gallery = {
  /** Opens the gallery in a context of its own and waits until every card is as it should be. */
  open(address: GalleryAddress, size?: { width: number; height: number }): Promise<{ page: Page; problems: string[] }>
  stop(): Promise<void>
}

const drawingMs = 100_000
const web = fileURLToPath(new URL('../../../../apps/web', import.meta.url))

/** The site's gallery under the strict policy, in a browser that has the same fonts on every machine. */
export async function startGallery(): Promise<Gallery> {
  // Every view in every state: the place to notice what React warns of.
  const building = buildPage(web, ['gallery.html'], { isDevelopment: true })
  const [folder, fonts] = await Promise.all([building, testFonts()])
  const server = await servePage(folder)
  const browser = await launchChromium({
    env: { ...(process.env as Record<string, string>), FONTCONFIG_FILE: fonts.config },
    args: ['--font-render-hinting=none', '--disable-lcd-text', '--force-color-profile=srgb'],
  })
  return {
    async open(address, size = { width: 1760, height: 1000 }) {
      const context = await browser.newContext({
        viewport: size,
        colorScheme: address.theme ?? 'light',
        reducedMotion: 'reduce',
        locale: 'en-GB',
        timezoneId: 'UTC',
      })
      const page = await context.newPage()
      const problems = watchPage(page, server.url)
      await page.goto(`${server.url}/gallery.html?${new URLSearchParams(address)}`)
      await drawn(page).catch(async (error: unknown) => {
        await context.close()
        throw new Error(`The gallery was not drawn (${problems.join('; ') || 'no problem was seen'})`, { cause: error })
      })
      return { page, problems }
    },
    async stop() {
      await browser.close()
      await server.close()
      await rm(fonts.folder, { recursive: true, force: true })
    },
  }
}

/** Switches to another look without a reload; what only changes its colors does not render again either. */
export async function switchLook(page: Page, address: GalleryAddress): Promise<void> {
  await page.evaluate(
    (query) => {
      history.pushState(null, '', query)
      window.dispatchEvent(new PopStateEvent('popstate'))
    },
    `?${new URLSearchParams(address)}`,
  )
  await drawn(page)
}

/**
 * Waits until every card is ready, and nothing animates but what never ends. A broken card fails the wait with its
 * reason.
 */
async function drawn(page: Page): Promise<void> {
  await page.waitForFunction(
    () => {
      const cards = [...document.querySelectorAll<HTMLElement>('[data-stage]')]
      if (cards.length === 0 || cards.some(({ dataset }) => dataset.stage === 'drawing')) return false
      const roots = [document, ...[...document.querySelectorAll('*')].flatMap((element) => element.shadowRoot ?? [])]
      // An account button's content comes in a file of its own.
      const accounts = roots.flatMap((root) => [...root.querySelectorAll('[data-testid=account-button]')])
      if (accounts.some((button) => button.querySelector('.spinner'))) return false
      // So do an account's assets, which have no placeholder on a network that the server does not know.
      const heroes = roots.flatMap((root) => [...root.querySelectorAll('.account-hero')])
      if (heroes.some((hero) => !hero.parentElement?.querySelector('.assets'))) return false
      const ends = ({ effect, timeline }: Animation) =>
        timeline === document.timeline && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY
      return !roots.some((root) => root.getAnimations().some(ends))
    },
    undefined,
    { timeout: drawingMs },
  )
  const broken = await page.locator('[data-stage=broken]').allTextContents()
  if (broken.length > 0) throw new Error(`Not drawn: ${broken.join('; ')}`)
}
