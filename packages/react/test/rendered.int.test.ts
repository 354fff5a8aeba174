import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildPage } from './buildPage.ts'
import type { renderPage } from './page/renderPage.tsx'
import { type Harness, startHarness } from './startHarness.ts'

const look = { path: '/rendered.html', scheme: 'dark' } as const
const lineBelow = (page: Page) => page.locator('#below').evaluate((line) => line.getBoundingClientRect().top)

describe.each([19, 18] as const)('React %i', (react) => {
  let harness: Harness
  beforeAll(async () => {
    const [started, server] = await Promise.all([
      startHarness({ react, isDevelopment: true }),
      buildPage(undefined, ['renderPage.tsx'], { react }),
    ])
    harness = started
    const module = (await import(/* @vite-ignore */ pathToFileURL(join(server, 'renderPage.js')).href)) as {
      renderPage: typeof renderPage
    }
    harness.server.rendered.html = module.renderPage(harness.server.url)
  })
  afterAll(() => harness?.stop())

  it('keeps the button’s place before scripts run, without layout shift when it appears', async () => {
    const { page, problems } = await harness.open({}, look)
    await page.getByTestId('connect-button').waitFor()
    const drawn = { below: await lineBelow(page), button: await page.getByTestId('connect-button').boundingBox() }
    const shifts = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          let sum = 0
          const add = (list: PerformanceEntryList) => {
            for (const entry of list) sum += (entry as PerformanceEntry & { value: number }).value
          }
          const observer = new PerformanceObserver((list) => add(list.getEntries()))
          observer.observe({ type: 'layout-shift', buffered: true })
          requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)))
        }),
    )
    expect(shifts).toBeLessThan(0.001)
    const still = await page
      .context()
      .browser()!
      .newContext({ javaScriptEnabled: false, viewport: page.viewportSize() })
    const before = await still.newPage()
    await before.goto(page.url())
    expect(await lineBelow(before)).toBe(drawn.below)
    expect(await before.locator('[data-billfold-host] img').first().boundingBox()).toEqual(drawn.button)
    await still.close()
    expect(problems).toEqual([])
  })

  it('hydrates a page for a visitor that the server could not know', async () => {
    const { page, problems } = await harness.open({}, look)
    await page.getByTestId('connect-button').click()
    await page.getByTestId('wallet-selector-dev.billfold.devnet').click()
    await page.getByTestId('account-button').waitFor()
    await page.evaluate(() => window.harness.wallet?.switchChain(31338))
    await page.locator('#says').getByText('connected 31338 dark').waitFor()
    await page.reload()
    await page.locator('#says').getByText('connected 31338 dark').waitFor()
    expect(problems).toEqual([])
  })
})
