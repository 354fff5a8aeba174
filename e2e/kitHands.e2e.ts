import { settled } from '@billfold/testkit/test/settled'
import { expect } from 'vitest'
import { test } from './harness.ts'
import { looks } from './looks.ts'
import { stack } from './stack.ts'
import { closed, dialog, focused, hooksSay, manifest, soon, tabTo, visitKit } from './visitKit.ts'

test('the whole journey by keyboard alone', async ({ open }) => {
  const { page } = await visitKit(open, { wallets: [{ policy: 'ask' }] })
  const press = (key: string) => page.keyboard.press(key)
  await page.getByTestId('connect-button').waitFor()
  await tabTo(page, 'connect-button')
  await press('Enter')
  await dialog(page, 'Connect wallet').waitFor()
  // Close and reopen: the focus returns to where it was.
  await press('Escape')
  await closed(page)
  await expect.poll(() => focused(page), soon).toBe('connect-button')
  await press('Enter')
  await page.getByTestId('all-wallets').waitFor()
  await tabTo(page, 'w3m-header-help')
  await press('Enter')
  await dialog(page, 'What is a wallet?').waitFor()
  await tabTo(page, 'header-back')
  await press('Enter')
  await dialog(page, 'Connect wallet').waitFor()
  await tabTo(page, 'wallet-selector-dev.billfold.devnet')
  await press('Enter')
  await tabTo(page, 'testwallet-approve')
  await press('Enter')
  await page.getByTestId('account-button').waitFor()
  await closed(page)
  await expect.poll(() => focused(page), soon).toBe('account-button')

  // Switch to another network, with a wallet prompt.
  await press('Enter')
  await tabTo(page, 'w3m-account-select-network')
  await press('Enter')
  await dialog(page, 'Select network').waitFor()
  const [, second] = (await manifest()).chains
  await tabTo(page, `w3m-network-switch-${second!.name}`)
  await press('Enter')
  await tabTo(page, 'testwallet-approve')
  await press('Enter')
  await hooksSay(page, { 'w3m-chain-id': String(second!.id) })
  await dialog(page, 'Account').waitFor()
  await tabTo(page, 'disconnect-button')
  await press('Enter')
  await closed(page)
  await page.getByTestId('connect-button').waitFor()
  await expect.poll(() => focused(page), soon).toBe('connect-button')
})

test('the whole journey by touch on a phone, and nothing is wider than the screen', async ({ open }) => {
  const { page, wallets } = await visitKit(open, { ...looks.phone })
  const fits = async () =>
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  const tap = (testId: string) => page.getByTestId(testId).tap()
  await tap('connect-button')
  await page.getByTestId('all-wallets').waitFor()
  await fits()
  // A sheet, once it has opened: as wide as the screen, and at its lower edge.
  await settled(page)
  const sheet = await page.getByTestId('w3m-modal-card').boundingBox()
  expect(sheet).toMatchObject({ x: 0, width: 390 })
  expect(Math.round(sheet!.y + sheet!.height)).toBe(844)
  // Every control is large enough for a thumb; an element on its way out has no size.
  const small = await page
    .getByTestId('w3m-modal-card')
    .locator('button, a')
    .evaluateAll((all) =>
      all
        .map((each) => each.getBoundingClientRect())
        .filter(({ width, height }) => width > 0 && (width < 40 || height < 40)),
    )
  expect(small).toEqual([])
  await tap('all-wallets')
  await page.getByTestId('wallet-list').waitFor()
  await fits()
  await tap('header-back')
  await tap('wallet-selector-dev.billfold.devnet')
  // At its widest, with the balance in it.
  await page.getByTestId('account-button').getByText('ETH', { exact: true }).waitFor()
  await closed(page)
  await fits()
  await tap('account-button')
  await dialog(page, 'Account').waitFor()
  await page.touchscreen.tap(195, 20)
  await closed(page)
  await wallets[0]!.disconnect()
  await page.getByTestId('connect-button').waitFor()
})

test('the first page: connect by keyboard, and see the whole address with its balance', async ({ open }) => {
  const page = await open(stack.site)
  await page.getByTestId('w3m-modal-card').waitFor()
  await tabTo(page, 'connect-button')
  await page.keyboard.press('Enter')
  // The focus moves to the card once its target exists.
  await expect.poll(() => page.evaluate(() => document.activeElement?.className), soon).toBe('stage-card')
  await tabTo(page, 'wallet-selector-dev.billfold.devnet')
  await page.keyboard.press('Enter')
  await tabTo(page, 'wui-list-chain-eip155')
  await page.keyboard.press('Enter')
  await tabTo(page, 'testwallet-approve')
  await page.keyboard.press('Enter')
  // The card is a part of this page and stays.
  await page.getByRole('heading', { name: 'Connected with Devnet Wallet' }).waitFor()
  const { accounts } = await manifest()
  const address = await page.locator('#connect [data-address]').getAttribute('data-address')
  expect(address).toBe(accounts[0]!.address)
  expect((await page.locator('#connect [data-address]').innerText()).replace(/\s/g, '')).toBe(address)
  await expect.poll(() => page.getByTestId('balance').innerText(), soon).toMatch(/^[\d,.]+ ETH$/)
  await page.getByTestId('w3m-network-button').waitFor()
  // The site's own wallet remembers, as an extension would, and the faucet knows the visitor's address.
  await page.goto(`${stack.site}/proof`)
  await page.getByRole('button', { name: 'Yours' }).waitFor()
  await page.getByTestId('account-button').waitFor()
})
