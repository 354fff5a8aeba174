import { fileURLToPath } from 'node:url'
import { holdStill } from '@billfold/react/test/gallery/holdStill.ts'
import { type Picture, sideBySide } from '@billfold/react/test/gallery/picture.ts'
import { readPng } from '@billfold/react/test/gallery/readPng.ts'
import { testFonts } from '@billfold/react/test/gallery/testFonts.ts'
import { launchChromium } from '@billfold/testkit/test/launchChromium'
import type { Page } from 'playwright-core'

export const readmeFolder = fileURLToPath(new URL('../docs/pictures', import.meta.url))

/** README.md's pictures, by name: of a running site, without anything that changes by itself. */
export const readmePictures: Readonly<Record<string, (browse: Browse) => Promise<Picture>>> = {
  site: async (browse) => {
    const page = await browse('light', '/')
    await connectIsReady(page)
    return shoot(page, { x: 0, y: 0, width: 1280, height: 780 })
  },
  modal: async (browse) => {
    const both: Picture[] = []
    for (const theme of ['light', 'dark'] as const) {
      const page = await browse(theme, '/playground')
      await page.getByTestId('connect-button').click()
      await connectIsReady(page)
      // The dialog alone: what the page behind it says is another picture's matter.
      await page.locator('#page').evaluate((behind: HTMLElement) => {
        behind.style.visibility = 'hidden'
      })
      const card = await page.getByTestId('w3m-modal-card').boundingBox()
      if (!card) throw new Error('The dialog is not on the screen')
      const clip = { x: card.x - 40, y: card.y - 40, width: card.width + 80, height: card.height + 80 }
      both.push(await shoot(page, clip))
      await page.context().close()
    }
    return sideBySide(both, 0)
  },
}

async function connectIsReady(page: Page): Promise<void> {
  await page.getByTestId('wallet-selector-dev.billfold.devnet').waitFor()
  await page.getByTestId('all-wallets').getByText('+').waitFor()
  await page.getByTestId('wui-email-input').waitFor()
  await page.waitForLoadState('networkidle')
}

type Clip = { x: number; y: number; width: number; height: number }

async function shoot(page: Page, clip: Clip): Promise<Picture> {
  await holdStill(page)
  const whole = Object.fromEntries(Object.entries(clip).map(([name, value]) => [name, Math.round(value)])) as Clip
  return readPng(await page.screenshot({ clip: whole, animations: 'disabled', caret: 'hide' }))
}

/** Opens a path of the site in a context of its own. */
export type Browse = (colorScheme: 'light' | 'dark', path: string) => Promise<Page>

/** A browser with the same fonts on every machine, for pictures of the site at this address. */
export async function openPictureBrowser(site: string): Promise<{ browse: Browse; close: () => Promise<void> }> {
  const fonts = await testFonts()
  const browser = await launchChromium({
    env: { ...(process.env as Record<string, string>), FONTCONFIG_FILE: fonts.config },
    args: ['--font-render-hinting=none', '--disable-lcd-text', '--force-color-profile=srgb'],
  })
  return {
    async browse(colorScheme, path) {
      const viewport = { width: 1280, height: 900 }
      const context = await browser.newContext({ colorScheme, viewport, reducedMotion: 'reduce', locale: 'en-GB' })
      const page = await context.newPage()
      await page.goto(new URL(path, site).href)
      return page
    },
    close: () => browser.close(),
  }
}
