import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { axeFindings, test } from './harness.ts'
import { looks } from './looks.ts'
import { closed, dialog, foreignChain, manifest, visitKit } from './visitKit.ts'

async function isClean(page: Page, name: string): Promise<void> {
  expect(await axeFindings(page), name).toEqual([])
}

async function isFound(page: Page, name: string): Promise<void> {
  await dialog(page, name).waitFor()
  await isClean(page, name)
}

// In one theme: the gallery checks every view in both.
test('every view on the way is accessible', async ({ open }) => {
  const { page, wallets } = await visitKit(open, {
    ...looks.light,
    axe: true,
    wallets: [{ solana: {} }],
  })
  const wallet = wallets[0]!
  const click = (testId: string) => page.getByTestId(testId).click()
  const [, second] = (await manifest()).chains
  await page.getByTestId('connect-button').waitFor()
  await isClean(page, 'the page')

  await click('connect-button')
  await page.getByTestId('all-wallets').waitFor()
  await isFound(page, 'Connect wallet')
  await click('w3m-header-help')
  await isFound(page, 'What is a wallet?')
  await page.getByRole('button', { name: 'Get a wallet' }).click()
  await isFound(page, 'Get a wallet')
  await click('header-back')
  await click('header-back')
  await click('all-wallets')
  await page.getByTestId('wallet-list').getByText('Rainbow').waitFor()
  await isFound(page, 'All wallets')
  await page.getByRole('searchbox').or(page.getByTestId('wui-input-text')).first().fill('no such wallet')
  await page.getByTestId('no-wallet-found').waitFor()
  await isFound(page, 'All wallets')
  await page.getByTestId('all-wallets-clear').click()
  await page.getByTestId('wallet-list').getByText('Rainbow').click()
  await page.getByTestId('wui-qr-code').waitFor()
  await isFound(page, 'Rainbow')
  await click('wc-get-wallet')
  await isFound(page, 'Get Rainbow')
  await click('header-back')
  await click('header-back')
  await click('header-back')

  await wallet.stall()
  await click('wallet-selector-dev.billfold.devnet')
  await isFound(page, 'Select chain')
  await click('wui-list-chain-eip155')
  await page.getByText('Continue in Devnet Wallet').waitFor()
  await isFound(page, 'Devnet Wallet')
  await wallet.rejectNext()
  await page.getByText('Connection declined').waitFor()
  await isFound(page, 'Devnet Wallet')
  await wallet.approve()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByTestId('account-button').waitFor()
  await closed(page)
  await isClean(page, 'the page')

  await click('account-button')
  await isFound(page, 'Account')
  await click('w3m-profile-button')
  await page.getByTestId('account-settings-address').waitFor()
  await isClean(page, 'Account settings')
  await click('header-back')
  await click('w3m-account-select-network')
  await isFound(page, 'Select network')
  await page.getByTestId('w3m-network-help').click()
  await isFound(page, 'What is a network?')
  await click('header-back')
  await click('w3m-network-switch-Billfold Local Solana')
  await isFound(page, 'Switch chain')
  await click('header-back')
  await wallet.stall()
  await click(`w3m-network-switch-${second!.name}`)
  await page.getByText('Approve in wallet').waitFor()
  await isFound(page, second!.name)
  await wallet.rejectNext()
  await page.getByText('Switch declined').waitFor()
  await isFound(page, second!.name)
  await page.keyboard.press('Escape')
  await closed(page)
  await wallet.switchChain(foreignChain)
  await isFound(page, 'Switch network')
  await page.keyboard.press('Escape')
  await closed(page)
  await isClean(page, 'the page')
})

test('on a right-to-left page, nothing is wider than the screen', async ({ open }) => {
  const { page } = await visitKit(open, { ...looks.phone })
  await page.evaluate(() => {
    document.documentElement.dir = 'rtl'
  })
  const fits = async () =>
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  await page.getByTestId('connect-button').click()
  await page.getByTestId('all-wallets').waitFor()
  await fits()
  await page.getByTestId('wallet-selector-dev.billfold.devnet').click()
  await page.getByTestId('account-button').waitFor()
  await closed(page)
  await fits()
})
