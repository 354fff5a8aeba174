import { launchChromium } from '@billfold/testkit/test/launchChromium'
import type { Page } from 'playwright-core'
import { type Driver, keyNames } from './driver.ts'

/** Our tests' usual Chromium. */
export async function chromiumDriver(): Promise<Driver> {
  const browser = await launchChromium()
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text())
  })
  const press = async (at: Page, keys: readonly string[]) => {
    // Types letters that its keyboard has no key for.
    for (const key of keys) await (key in keyNames ? at.keyboard.press(key) : at.keyboard.type(key))
  }
  return {
    async open(url) {
      await page.goto(url)
    },
    async reload() {
      await page.reload()
    },
    run: (source, args) => page.evaluate(`(${source})(...${JSON.stringify(args)})`),
    async runInFrame(frame, source, args) {
      const inner = await (await page.$(frame))?.contentFrame()
      if (!inner) throw new Error(`there is no page in ${frame}`)
      return inner.evaluate(`(${source})(...${JSON.stringify(args)})`)
    },
    click: (x, y) => page.mouse.click(x, y),
    press: (keys) => press(page, keys),
    async openedWindow(part) {
      const own = page
        .context()
        .pages()
        .find((each) => each !== page && each.url().includes(part))
      return (
        own && {
          run: (source, args) => own.evaluate(`(${source})(...${JSON.stringify(args)})`),
          click: (x, y) => own.mouse.click(x, y),
          press: (keys) => press(own, keys),
        }
      )
    },
    picture: () => page.screenshot(),
    problems: () => problems,
    close: () => browser.close(),
  }
}
