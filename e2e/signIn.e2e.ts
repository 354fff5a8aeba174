import { randomBytes } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { mailTo } from './caughtMail.ts'
import { axeFindings, test } from './harness.ts'
import { approve, enter, requestCode } from './visitEmbedded.ts'
import { choose, closed, dialog, focused, hooksSay, manifest, playground, soon, tabTo, visitKit } from './visitKit.ts'

const [required, optional] = ['required', 'optional'].map((mode) => `${playground}?sign-in=${mode}`) as [string, string]
const question = (page: Page) => dialog(page, 'Sign in')
const sign = (page: Page) => page.getByTestId('w3m-connecting-siwe-sign').click()
const cancel = (page: Page) => page.getByTestId('w3m-connecting-siwe-cancel').click()
const isSignedIn = (page: Page) => hooksSay(page, { 'w3m-authentication-status': /^authenticated$/ })
const callProtected = async (page: Page, answer: RegExp) => {
  await page.getByTestId('protected-call').click()
  await hooksSay(page, { 'protected-answer': answer })
}

test('required: prompts after connecting, stays until the answer, and admits to the protected page', async ({
  open,
}) => {
  const { page, wallets } = await visitKit(open, {
    url: required,
    axe: true,
    allow: [/status of 401/],
  })
  const wallet = wallets[0]!
  const { accounts } = await manifest()
  const [first, second] = accounts.map(({ address }) => address)
  await callProtected(page, /Not for you/)
  await choose(page)
  await question(page).waitFor()
  await page.getByText('Canceling will disconnect you').waitFor()
  expect(await axeFindings(page)).toEqual([])
  // The whole address, however it is grouped.
  expect((await question(page).locator('.address-whole').innerText()).replace(/\s/g, '')).toBe(first)

  // Neither Escape, nor the cross, nor a click beside it is an answer.
  await page.keyboard.press('Escape')
  await page.getByTestId('w3m-header-close').click()
  expect(await question(page).isVisible()).toBe(true)

  await wallet.rejectNext()
  await sign(page)
  await question(page).getByText('You rejected the request. You’re not signed in.').waitFor()
  await page.getByTestId('wui-snackbar-message').getByText('Signature declined').waitFor()

  // By keyboard alone.
  await tabTo(page, 'w3m-connecting-siwe-sign')
  expect(await focused(page)).toBe('w3m-connecting-siwe-sign')
  await page.keyboard.press('Enter')
  await closed(page)
  await isSignedIn(page)
  await callProtected(page, new RegExp(`knows you as ${first} on eip155:31337`))

  await page.reload()
  await isSignedIn(page)
  expect(await page.getByTestId('w3m-modal-card').count()).toBe(0)
  await callProtected(page, new RegExp(`knows you as ${first}`))

  // The second account gets a prompt, and the first stays signed in.
  await wallet.switchAccount(1)
  await question(page).waitFor()
  await sign(page)
  await closed(page)
  await isSignedIn(page)
  await callProtected(page, new RegExp(`knows you as ${second}`))
  await wallet.switchAccount(0)
  await isSignedIn(page)
  expect(await page.getByTestId('w3m-modal-card').count()).toBe(0)

  // So does another network.
  await page.getByTestId('network-select').selectOption('eip155:31338')
  await page.getByTestId('switch-network-hook-button').click()
  await question(page).waitFor()
  await hooksSay(page, { 'w3m-authentication-status': /^unauthenticated$/ })
  await cancel(page)
  await page.getByTestId('connect-button').waitFor()
  await closed(page)
  await callProtected(page, /Not for you/)
})

test('optional: cancelling keeps the connection, a reload does not prompt again, and a later sign-in works', async ({
  open,
}) => {
  const { page } = await visitKit(open, { url: optional })
  await choose(page)
  await question(page).waitFor()
  await page.getByText('you stay connected without signing in').waitFor()
  expect(await question(page).getByText('disconnect').count()).toBe(0)
  await cancel(page)
  await closed(page)
  await hooksSay(page, { families: 'EVM connected', 'w3m-authentication-status': /^unauthenticated$/ })
  await page.reload()
  await page.getByTestId('account-button').waitFor()
  await hooksSay(page, { families: 'EVM connected' })
  expect(await page.getByTestId('w3m-modal-card').count()).toBe(0)
  await page.getByTestId('open-sign-in').click()
  await question(page).waitFor()
  await sign(page)
  await closed(page)
  await isSignedIn(page)
})

test('prompts again after a session ends, and reports a server that is down with a next step', async ({ open }) => {
  const away = /Failed to load resource|Sign-in failed|Could not find out if the visitor is signed in/
  const { page } = await visitKit(open, { url: optional, allow: [away] })
  await page.route('**/auth/v1/**', (route) => route.abort())
  await choose(page)
  await question(page).waitFor()
  await sign(page)
  await question(page).getByText('Sign-in is unavailable').waitFor()
  await page.unroute('**/auth/v1/**')
  await sign(page)
  await closed(page)
  await isSignedIn(page)

  // The server ends it, and its time passes.
  const ended = await page.evaluate(async () => {
    const key = '@appkit/siwx-auth-tokens'
    const tokens = JSON.parse(localStorage.getItem(key) ?? '[]') as { refreshToken: string; endsAt: number }[]
    for (const token of tokens) Object.assign(token, { endsAt: 0, refreshToken: 'ended' })
    localStorage.setItem(key, JSON.stringify(tokens))
    return tokens.length
  })
  expect(ended).toBe(1)
  await page.reload()
  await question(page).waitFor()

  // Down during the check of the sign-in: the visitor may continue without.
  await sign(page)
  await closed(page)
  await isSignedIn(page)
  await page.evaluate(() => {
    const key = '@appkit/siwx-auth-tokens'
    localStorage.setItem(key, (localStorage.getItem(key) ?? '').replace(/"endsAt":\d+/, '"endsAt":1'))
  })
  await page.route('**/auth/v1/**', (route) => route.abort())
  await page.reload()
  await question(page).getByText('Your wallet is still connected').waitFor()
  await page.getByRole('button', { name: 'Continue without signing in' }).click()
  await closed(page)
  await hooksSay(page, { families: 'EVM connected' })
  await expect.poll(() => page.getByTestId('w3m-authentication-status').innerText(), soon).toBe('unauthenticated')
})

test('a signed-in visitor keeps an address book, opens it on another device, and signs the first one out', async ({
  open,
}) => {
  const visit = async () => {
    const { page } = await visitKit(open, { url: optional, axe: true, allow: [/status of 401/] })
    await choose(page)
    await question(page).waitFor()
    await sign(page)
    await closed(page)
    await isSignedIn(page)
    return page
  }
  const { accounts } = await manifest()
  const other = accounts[3]!.address
  const first = await visit()
  await first.getByText('No contacts yet.').waitFor(soon)
  await first.getByTestId('book-name').fill('Bea')
  await first.getByTestId('book-address').fill(`${other.slice(0, -1)}g`)
  await first.getByTestId('book-save').click()
  await first.getByTestId('book-problem').getByText('Not an address on the current network.').waitFor(soon)
  await first.getByTestId('book-address').fill(other)
  await first.keyboard.press('Enter')
  await first.getByTestId('book-contact').getByText('Bea').waitFor(soon)
  expect(await axeFindings(first)).toEqual([])

  const second = await visit()
  await second.getByTestId('book-contact').getByText('Bea').waitFor(soon)
  // Newest first: the account has signed in elsewhere before.
  await second.getByTestId('end-sign-in').first().click()
  await second.getByText('Chrome, Linux is signed out.').waitFor(soon)
  await callProtected(first, /Not for you/)
  await second.getByRole('button', { name: 'Remove Bea' }).click()
  await second.getByText('No contacts yet.').waitFor(soon)
})

test('an embedded wallet signs in on its own screen, as a smart account that is not deployed yet', async ({ open }) => {
  const { page } = await visitKit(open, { url: required, wallets: [], allow: [/status of 401/] })
  const email = `dee.${randomBytes(6).toString('hex')}@site.example`
  await requestCode(page, email)
  await enter(page, (await mailTo(email, /code for/)).code!)
  const signedInAs = async (): Promise<string> => {
    await question(page).waitFor(soon)
    const address = (await question(page).locator('.address-whole').innerText()).replace(/\s/g, '')
    await sign(page)
    await approve(page)
    await closed(page)
    await isSignedIn(page)
    await callProtected(page, new RegExp(`knows you as ${address}`))
    return address
  }
  const first = await signedInAs()
  // There the account is a contract's, at an address of its own: it has never sent anything.
  await page.getByTestId('network-select').selectOption('eip155:31338')
  await page.getByTestId('switch-network-hook-button').click()
  expect(await signedInAs()).not.toBe(first)
})
