import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Harness, startHarness } from './startHarness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness({ react: 18, isDevelopment: true })
})
afterAll(() => harness?.stop())

/** A title that is no text breaks the tree that draws it. */
const breaking = { name: 'ConnectingExternal', connectorId: 'none', namespace: 'eip155', wallet: { id: 'x', name: {} } }

it('connects, shows the account, changes the network and disconnects in a page of React 18', async () => {
  const { page, problems } = await harness.open()
  expect(await page.evaluate(() => document.documentElement.dataset.react)).toMatch(/^18\./)
  await page.getByTestId('connect-button').click()
  await page.getByTestId('wallet-selector-dev.billfold.devnet').click()
  await page.getByTestId('account-button').getByText('0x').waitFor()
  await page.getByTestId('w3m-modal-card').waitFor({ state: 'detached' })
  await page.getByTestId('w3m-network-button').click()
  await page.getByTestId('w3m-modal-card').getByText('Harbour').click()
  await page.getByTestId('w3m-network-button').getByText('Harbour').waitFor()
  await page.keyboard.press('Escape')
  await page.getByTestId('w3m-modal-card').waitFor({ state: 'detached' })
  await page.getByTestId('account-button').click()
  await page.getByTestId('disconnect-button').click()
  await page.getByTestId('connect-button').waitFor()
  await page.getByTestId('w3m-modal-card').waitFor({ state: 'detached' })
  expect(problems).toEqual([])
})

it('finds a whole dialog again after one that broke', async () => {
  const { page } = await harness.open()
  await page.getByTestId('connect-button').click()
  const card = page.getByTestId('w3m-modal-card')
  await card.waitFor()
  await page.evaluate(
    (view) => window.harness.appKit.kit.store.send({ type: 'modal/pushed', view: view as never }),
    breaking,
  )
  await card.waitFor({ state: 'detached' })
  await page.getByTestId('connect-button').click()
  await card.waitFor()
})

it('finds a whole dialog after one that broke at the first opening, which had waited for its code', async () => {
  const held = Promise.withResolvers<void>()
  const { page } = await harness.open(
    {},
    {
      prepare: (page) =>
        page.route(/\/mountModal-/, async (route) => {
          await held.promise
          await route.continue()
        }),
    },
  )
  await page.getByTestId('connect-button').waitFor()
  await page.evaluate(
    (view) => window.harness.appKit.kit.store.send({ type: 'modal/opened', view: view as never }),
    breaking,
  )
  held.resolve()
  await page.waitForFunction(() => !window.harness.appKit.isOpen())
  await page.getByTestId('connect-button').click()
  await page.getByTestId('w3m-modal-card').waitFor()
})
