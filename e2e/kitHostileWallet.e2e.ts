import { settled } from '@billfold/testkit/test/settled'
import { expect } from 'vitest'
import { test } from './harness.ts'
import { type HostileWallet, installHostile } from './hostileWallet.ts'
import { closed, connect, dialog, hooksSay, visitKit } from './visitKit.ts'

const icon = 'data:image/png;base64,AA=='
const good = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const wallet = (name: string, answers: object, throws: object = {}): HostileWallet => ({
  info: { name, rdns: `org.${name.toLowerCase()}`, uuid: name, icon },
  answers: answers as Record<string, unknown>,
  throws: throws as Record<string, unknown>,
})

const noSense = 'The wallet sent an invalid response. Check it before trying again.'
const broken = 'Something went wrong in the wallet. Check your wallet before trying again.'
const cases: [wallet: HostileWallet, sentence: string][] = [
  [wallet('Nothing', { eth_requestAccounts: null }), noSense],
  [wallet('Object', { eth_requestAccounts: { length: 1, 0: good } }), noSense],
  [wallet('Markup', { eth_requestAccounts: ['<img src=x onerror=globalThis.ran=1>'] }), noSense],
  [wallet('Short', { eth_requestAccounts: ['0x12'] }), noSense],
  [wallet('Chainless', { eth_requestAccounts: [good], eth_chainId: 'mainnet' }), noSense],
  [wallet('Thrower', {}, { eth_requestAccounts: 'no' }), broken],
  [wallet('Stranger', {}, { eth_requestAccounts: { code: { toString: 1 }, message: 7 } }), broken],
]

test('names a wallet with invalid responses as the cause, and connects the next one', async ({ open }) => {
  const { page } = await visitKit(open, {
    prepare: (context) =>
      installHostile(
        context,
        cases.map(([each]) => each),
      ),
  })
  await page.getByTestId('connect-button').click()
  for (const [{ info }, sentence] of cases) {
    await page.getByTestId(`wallet-selector-${info.rdns}`).click()
    await page.getByText(sentence).waitFor()
    await page.getByRole('button', { name: 'Use another wallet' }).click()
    await dialog(page, 'Connect wallet').waitFor()
  }
  await hooksSay(page, { families: 'EVM disconnected' })
  await page.getByTestId('wallet-selector-dev.billfold.devnet').click()
  await page.getByTestId('account-button').waitFor()
  await closed(page)
  expect(await page.evaluate(() => 'ran' in globalThis)).toBe(false)
})

test('a wallet’s picture is only ever a picture, and makes no requests', async ({ open }) => {
  const script = 'globalThis.ran=1'
  const icons = [
    `javascript:${script}`,
    `data:text/html,<script>${script}</script>`,
    `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" onload="${script}"><script>${script}</script><image href="https://tracker.example/a.png"/></svg>`)}`,
    'https://tracker.example/who.png',
    `data:image/png" onerror="${script}`,
    { toString: 'x' },
  ]
  const { page } = await visitKit(open, {
    prepare: (context) =>
      installHostile(
        context,
        icons.map((each, n) => ({ info: { name: `Wallet ${n}`, rdns: `org.icon${n}`, uuid: `u${n}`, icon: each } })),
      ),
  })
  await page.getByTestId('connect-button').click()
  for (const n of icons.keys())
    await page.getByTestId(`wallet-selector-org.icon${n}`).getByText(`Wallet ${n}`).waitFor()
  await page.waitForLoadState('networkidle')
  expect(await page.evaluate(() => 'ran' in globalThis)).toBe(false)
  await page.getByTestId('wallet-selector-org.icon2').click()
  await page.getByText('Continue in Wallet 2').waitFor()
  expect(await page.evaluate(() => 'ran' in globalThis)).toBe(false)
})

test('names are one visible line, and invalid announcements are not wallets', async ({ open }) => {
  const names: Record<string, unknown> = {
    'org.turned': 'Meta\u202Eksam\u0000\u0007',
    'org.lines': 'Two\nlines\u2028here\t',
    'org.markup': '<b onclick=globalThis.ran=1>Bold</b>',
    'org.endless': 'long '.repeat(10_000),
    'org.nameless': '\u200B\u202E',
    'org.number': 12,
  }
  const { page } = await visitKit(open, {
    prepare: (context) =>
      installHostile(
        context,
        Object.entries(names).map(([rdns, name]) => ({ info: { rdns, name, uuid: rdns, icon } })),
      ),
  })
  await page.getByTestId('connect-button').click()
  const shown = async (rdns: string) => page.getByTestId(`wallet-selector-${rdns}`).locator('.row-title').innerText()
  await page.getByTestId('wallet-selector-org.turned').waitFor()
  expect(await shown('org.turned')).toBe('Metaksam')
  expect(await shown('org.lines')).toBe('Twolineshere')
  expect(await shown('org.markup')).toBe('<b onclick=globalThis.ran=1>Bold</b>')
  expect((await shown('org.endless')).length).toBeLessThanOrEqual(40)
  for (const none of ['org.nameless', 'org.number'])
    expect(await page.getByTestId(`wallet-selector-${none}`).count()).toBe(0)
  await settled(page)
  const box = await page.getByTestId('w3m-modal-card').boundingBox()
  expect(box?.width).toBe(360)
})

test('a wallet that sleeps through a reload delays no one', async ({ open }) => {
  const deaf = wallet('Deaf', { eth_requestAccounts: [good], eth_chainId: '0x7a69' })
  const { page } = await visitKit(open, { prepare: (context) => installHostile(context, [deaf]) })
  await connect(page, 'wallet-selector-org.deaf')
  await page.reload()
  // It never answers eth_accounts: after three seconds the page shows no account, and works.
  await page.getByTestId('connect-button').getByText('Connect wallet').waitFor()
  await connect(page)
  await hooksSay(page, { 'wallet-name': 'Devnet Wallet' })
})
