import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Harness, startHarness } from './startHarness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.stop())

it('a view whose code cannot be fetched says so, and comes when it can', async () => {
  const { page } = await harness.open()
  let isCut = true
  await page.route(/WhatIsAWallet/, (route) => (isCut ? route.abort() : route.continue()))
  await page.getByTestId('connect-button').click()
  await page.getByTestId('w3m-header-help').click()
  await page.getByTestId('view-broken').waitFor()
  // The dialog is still there, with its ways back and out.
  expect(await page.getByTestId('header-back').isVisible()).toBe(true)
  isCut = false
  await page.getByTestId('view-broken').getByRole('button').click()
  await page.getByTestId('view-broken').waitFor({ state: 'detached' })
  await page.getByText('Get a wallet').waitFor()
})
