import { expect } from 'vitest'
import { test } from './harness.ts'
import { stack } from './stack.ts'

const patience = { timeout: 40_000 }
// Ends what hangs: whether it goes on is judged card by card, and all of them are more than a usual journey.
const hang = { timeout: 600_000 }

test('the gallery draws every state under the site’s own policy', hang, async ({ open }) => {
  // What spins in a card that is drawn takes the time of those that are not.
  const still = { reducedMotion: 'reduce', viewport: { width: 1280, height: 900 } } as const
  const page = await open(`${stack.site}/gallery`, still)
  await page.locator('[data-stage]').first().waitFor()
  const drawing = page.locator('[data-stage=drawing]')
  // As long as it goes on: more than a hundred kits take their time where others are at work too.
  for (let left = await drawing.count(); left > 0; left = await drawing.count())
    await expect.poll(() => drawing.count(), patience).toBeLessThan(left)
  expect(await page.locator('[data-stage=broken]').allTextContents()).toEqual([])
  expect(await page.locator('[data-stage=ready]').count()).toBeGreaterThan(50)
})

test('a state has an address, in any theme, language, direction and width, and the switches write it', async ({
  open,
}) => {
  const page = await open(`${stack.site}/gallery?state=account&theme=dark&lang=ar&width=390`)
  const card = page.locator('[data-state=account]')
  await card.getByText('قطع الاتصال').waitFor()
  expect(await page.locator('[data-stage]').count()).toBe(1)
  expect((await card.boundingBox())?.width).toBe(390)
  const root = card.locator('[data-billfold]')
  const said = await Promise.all(['data-theme', 'dir', 'lang'].map((name) => root.getAttribute(name)))
  expect(said).toEqual(['dark', 'rtl', 'ar'])
  await page.getByLabel('Language').selectOption('English')
  await card.getByText('Disconnect').waitFor()
  await page.getByLabel('Direction').selectOption('Right to left')
  await page.getByLabel('Frame').selectOption('Over the page')
  await page.getByRole('dialog').waitFor()
  const { searchParams } = new URL(page.url())
  expect(Object.fromEntries(searchParams)).toEqual({
    state: 'account',
    theme: 'dark',
    dir: 'rtl',
    lang: 'en',
    width: '390',
    frame: 'dialog',
  })
  await page.goBack()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'All states' }).click()
  await page.getByLabel('View').selectOption('Networks')
  await expect.poll(() => page.locator('[data-view-states]').count()).toBe(1)
})
