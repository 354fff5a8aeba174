import type { Page } from 'playwright-core'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createAppKit } from '../src/createAppKit.tsx'
import { networks } from './page/networks.ts'
import { RenderedPage } from './page/RenderedPage.tsx'
import { type Harness, startHarness } from './startHarness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
  const { url } = harness.server
  const appKit = createAppKit({ projectId: 'harness', networks: networks(url, false), apiUrl: url })
  harness.server.rendered.html = renderToString(createElement(RenderedPage))
  appKit.dispose()
})
afterAll(() => harness?.stop())

const look = { path: '/rendered.html', scheme: 'dark' } as const
const lineBelow = (page: Page) => page.locator('#below').evaluate((line) => line.getBoundingClientRect().top)

it('keeps the button’s place in a page without scripts yet, and nothing moves when it comes', async () => {
  const { page, problems } = await harness.open({}, look)
  await page.getByTestId('connect-button').waitFor()
  const drawn = { below: await lineBelow(page), button: await page.getByTestId('connect-button').boundingBox() }
  const shifts = await page.evaluate(
    () =>
      new Promise<number>((told) => {
        let sum = 0
        const add = (list: PerformanceEntryList) => {
          for (const entry of list) sum += (entry as PerformanceEntry & { value: number }).value
        }
        const observer = new PerformanceObserver((list) => add(list.getEntries()))
        observer.observe({ type: 'layout-shift', buffered: true })
        requestAnimationFrame(() => requestAnimationFrame(() => told(sum)))
      }),
  )
  expect(shifts).toBeLessThan(0.001)
  const still = await page.context().browser()!.newContext({ javaScriptEnabled: false, viewport: page.viewportSize() })
  const before = await still.newPage()
  await before.goto(page.url())
  expect(await lineBelow(before)).toBe(drawn.below)
  expect(await before.locator('[data-billfold-host] img').first().boundingBox()).toEqual(drawn.button)
  await still.close()
  expect(problems).toEqual([])
})

it('takes over a page for a visitor whom the server could not know', async () => {
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
