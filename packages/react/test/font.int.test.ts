import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Harness, startHarness } from './startHarness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness?.stop())

const typeface = () => [...document.fonts].filter(({ family }) => family.includes('Billfold Text')).length
/** Counts every shift, even those right after a press. */
const watchShifts = () => {
  const shifts: number[] = []
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value)
  }).observe({ type: 'layout-shift', buffered: true })
  Object.assign(window, { shifts })
}

it('loads the typeface once the dialog is open, and moves no row when it arrives', async () => {
  const { page, problems } = await harness.open({}, { fetchesAhead: true })
  await page.getByTestId('connect-button').waitFor()
  expect(await page.evaluate(typeface)).toBe(0)
  await page.evaluate(watchShifts)
  await page.getByTestId('connect-button').click()
  await page.getByTestId('all-wallets').waitFor()
  // The wallet between them is the registry's, and comes in its placeholder.
  const rows = () =>
    page
      .locator('.header, .row-found, [data-testid=all-wallets]')
      .evaluateAll((all) => all.map((row) => row.getBoundingClientRect().top.toFixed(1)))
  const before = await rows()
  await expect.poll(() => page.evaluate(typeface)).toBe(1)
  const fontOf = () => page.getByTestId('w3m-header-text').evaluate((title) => getComputedStyle(title).fontFamily)
  await expect.poll(fontOf).toContain('Billfold Text')
  expect(await rows()).toEqual(before)
  // Centered text begins elsewhere in other letters, and fades in there.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  expect(await page.getByTestId('w3m-header-text').isVisible()).toBe(true)
  expect(await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)).toEqual([])
  const button = page.getByTestId('connect-button')
  expect(await button.evaluate((element) => getComputedStyle(element).fontFamily)).not.toContain('Billfold Text')
  expect(problems).toEqual([])
})

it('takes the page’s font, and loads none, if the site says so', async () => {
  const { page, problems } = await harness.open(
    { options: { themeVariables: { '--w3m-font-family': 'inherit' } } },
    { fetchesAhead: true },
  )
  await page.evaluate(() => (document.body.style.fontFamily = 'Georgia'))
  await page.getByTestId('connect-button').click()
  await page.getByTestId('all-wallets').waitFor()
  const title = page.getByTestId('w3m-header-text')
  expect(await title.evaluate((element) => getComputedStyle(element).fontFamily)).toBe('Georgia')
  // The other views come in the same idle time as the typeface would.
  await page.getByTestId('all-wallets').click()
  await page.getByTestId('wui-certified-switch').waitFor()
  expect(await page.evaluate(typeface)).toBe(0)
  expect(problems).toEqual([])
})
