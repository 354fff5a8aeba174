import { expect } from 'vitest'
import { test } from './harness.ts'
import { stack } from './stack.ts'

// `packages/react/test/gallery` draws every state of every view, under a policy at least as strict.
test('the gallery draws a view’s states under the site’s own policy', async ({ open }) => {
  const page = await open(`${stack.site}/gallery?view=Connect`)
  await page.locator('[data-stage]').first().waitFor()
  await expect.poll(() => page.locator('[data-stage=drawing]').count()).toBe(0)
  expect(await page.locator('[data-stage=broken]').allTextContents()).toEqual([])
  expect(await page.locator('[data-stage=ready]').count()).toBeGreaterThan(5)
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
  const attributes = await Promise.all(['data-theme', 'dir', 'lang'].map((name) => root.getAttribute(name)))
  expect(attributes).toEqual(['dark', 'rtl', 'ar'])
  await page.getByLabel('Language').selectOption('English')
  await card.getByText('Disconnect').waitFor()
  await page.getByLabel('Direction').selectOption('Right to left')
  await page.getByLabel('Frame').selectOption('Modal')
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
