import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Harness, startHarness } from './startHarness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness?.stop())

it('honors the site’s variables and keeps text readable on its accent', async () => {
  const { page } = await harness.open({
    options: { themeVariables: { '--w3m-accent': 'yellow', '--w3m-border-radius-master': '1px' } },
  })
  const style = await page.getByTestId('connect-button').evaluate((element) => {
    const { backgroundColor, color, borderRadius } = getComputedStyle(element)
    return { backgroundColor, color, borderRadius }
  })
  expect(style).toEqual({ backgroundColor: 'rgb(255, 255, 0)', color: 'rgb(0, 0, 0)', borderRadius: '3.5px' })
})

it('shows the site’s accent from the first frame on, without a fade from ours', async () => {
  const prepare = (page: Page) =>
    page.addInitScript(() => {
      const seen: string[] = []
      Object.assign(window, { accentsSeen: seen })
      const look = () => {
        for (const { shadowRoot } of document.querySelectorAll('[data-billfold-host]')) {
          const button = shadowRoot?.querySelector('[data-testid="connect-button"]')
          if (button) seen.push(getComputedStyle(button).backgroundColor)
        }
        if (seen.length < 5) requestAnimationFrame(look)
      }
      requestAnimationFrame(look)
    })
  const { page } = await harness.open(
    { options: { themeVariables: { '--w3m-accent': 'yellow' } } },
    { prepare, moves: true },
  )
  const seen = await page.waitForFunction(() => {
    const { accentsSeen } = window as unknown as { accentsSeen: string[] }
    return accentsSeen.length >= 5 && accentsSeen
  })
  expect(new Set((await seen.jsonValue()) as string[])).toEqual(new Set(['rgb(255, 255, 0)']))
})

it('follows the system’s colors until the site sets its own, and again when it says so', async () => {
  const { page } = await harness.open({}, { scheme: 'dark' })
  await page.getByTestId('connect-button').click()
  const shows = (theme: string) =>
    page.locator(`[data-billfold=""][data-theme="${theme}"]`).waitFor({ state: 'attached' })
  await shows('dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await shows('light')
  await page.evaluate(() => window.harness.appKit.setThemeMode('dark'))
  await shows('dark')
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.emulateMedia({ colorScheme: 'light' })
  await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))))
  await shows('dark')
  await page.evaluate(() => window.harness.appKit.setThemeMode('auto'))
  await shows('light')
  await page.emulateMedia({ colorScheme: 'dark' })
  await shows('dark')
})
