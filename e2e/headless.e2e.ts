import { randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import { callNode } from './callNode.ts'
import { mailTo } from './caughtMail.ts'
import { test } from './harness.ts'
import { stack } from './stack.ts'
import { addAuthenticator, press } from './visitEmbedded.ts'
import { manifest, soon, visitKit } from './visitKit.ts'

// Unlike any address that this account has paid in other journeys, or the guard against look-alikes would stop the
// transfer.
const recipient = `0x${randomBytes(20).toString('hex')}`

test('a page without the modal lists, searches, shows a code, connects, shows balances and NFTs, sends, swaps, receives, changes network, disconnects and logs in by e-mail', async ({
  open,
}) => {
  const { page, wallets } = await visitKit(open, { url: `${stack.site}/headless` })
  const wallet = (name: string) => page.getByTestId(`headless-wallet-${name}`)
  await wallet('Devnet Wallet').waitFor()

  await page.getByTestId('headless-search').fill('rainbow')
  await wallet('Rainbow').click()
  const uri = await page.getByTestId('headless-code').getAttribute('data-uri')
  expect(uri).toMatch(/^wc:[0-9a-f]{64}@2\?/)
  await page.getByTestId('headless-back').click()
  await page.getByTestId('headless-search').fill('')

  await wallets[0]!.policy('reject')
  await wallet('Devnet Wallet').click()
  await page.getByTestId('headless-error').getByText('You rejected the request').waitFor()
  await wallets[0]!.policy('approve')
  await wallet('Devnet Wallet').click()
  await page.getByTestId('headless-account').waitFor()
  await page.getByTestId('headless-token-ETH').waitFor(soon)
  expect(await page.getByTestId('headless-total').innerText()).toMatch(/^\$[\d,]+\.\d\d$/)

  const balanceOf = async () =>
    BigInt(await callNode<string>((await manifest()).chains[0]!.rpcUrl, 'eth_getBalance', [recipient, 'latest']))
  const before = await balanceOf()
  await page.getByTestId('headless-amount').fill('0.5')
  await page.getByTestId('headless-to').fill(recipient)
  await page.getByTestId('headless-fee').waitFor(soon)
  await page.getByText('You haven’t sent to this address before.').waitFor()
  await page.getByTestId('headless-send').click()
  await page.locator('[data-testid="headless-transaction"][data-status="confirmed"]').waitFor(soon)
  expect((await balanceOf()) - before).toBe(500_000_000_000_000_000n)

  await page.getByTestId('headless-swap-amount').fill('0.25')
  await page.getByTestId('headless-swap-to').selectOption({ label: 'USDC' })
  await page.getByTestId('headless-swap-least').waitFor(soon)
  await page.locator('[data-testid="headless-swap-asks"][data-asks="swap"]').waitFor(soon)
  await page.locator('[data-testid="headless-swap"]:enabled').click(soon)
  await page.locator('[data-testid="headless-swap-transaction"][data-status="confirmed"]').waitFor(soon)

  const address = await page.getByTestId('headless-account').innerText()
  expect(await page.getByTestId('headless-receive').getAttribute('data-link')).toBe(address)
  const nfts = page.getByTestId('headless-nfts')
  await expect.poll(() => nfts.innerText(), soon).toMatch(/Pocket #\d/)
  expect(await nfts.innerText()).toMatch(/Stamp #\d/)
  const network = page.getByTestId('headless-network')
  const first = await network.inputValue()
  const other = (await manifest()).chains.map(({ id }) => `eip155:${id}`).find((id) => id !== first)!
  await network.selectOption(other)
  await expect.poll(async () => (await network.isEnabled()) && (await network.inputValue()), soon).toBe(other)

  expect(await page.getByTestId('w3m-modal-card').count()).toBe(0)
  await page.getByTestId('headless-disconnect').click()
  await wallet('Devnet Wallet').waitFor()

  const email = `headless-${randomBytes(6).toString('hex')}@example.com`
  await page.getByTestId('headless-email').fill(email)
  await page.keyboard.press('Enter')
  await page.getByTestId('headless-otp').fill((await mailTo(email, /code for/)).code!)
  await page.keyboard.press('Enter')
  await page.getByTestId('headless-account').waitFor(soon)
})

test('a page without the modal logs in by social login and passkey, and shows Farcaster’s code', async ({ open }) => {
  const { page } = await visitKit(open, { url: `${stack.site}/headless`, wallets: [] })
  await addAuthenticator(page)
  const account = page.getByTestId('headless-account')
  const leave = async () => {
    await page.getByTestId('headless-disconnect').click()
    await page.getByTestId('headless-passkey').waitFor()
  }
  const begin = async () => {
    const opening = page.waitForEvent('popup')
    await page.locator('[data-testid="headless-social-google"][aria-disabled="false"]').click()
    return opening
  }

  const closing = (await begin()).waitForEvent('close')
  await page.getByTestId('headless-social-cancel').click()
  await closing
  await page.getByText('Login cancelled.').waitFor()
  const popup = await begin()
  await popup.getByTestId('identity-name').fill(`Ann ${randomBytes(4).toString('hex')}`)
  await popup.getByTestId('identity-continue').click()
  await press(page, 'I’ve saved it')
  await account.waitFor(soon)
  const social = await account.innerText()
  await leave()

  // The wallet's window has a name in the page's language, even without the modal.
  await page.getByTestId('headless-passkey').click()
  await page.getByRole('dialog', { name: 'Embedded wallet' }).waitFor(soon)
  await press(page, 'Create a new wallet')
  await press(page, 'I’ve saved it')
  await account.waitFor(soon)
  const made = await account.innerText()
  expect(made).not.toBe(social)
  await leave()
  await page.getByTestId('headless-passkey').click()
  await press(page, 'Use a passkey')
  await account.waitFor(soon)
  expect(await account.innerText()).toBe(made)
  await leave()

  await page.locator('[data-testid="headless-farcaster"][aria-disabled="false"]').click()
  const code = page.getByTestId('headless-farcaster-code')
  await code.waitFor(soon)
  expect(await code.getAttribute('data-link')).toMatch(/^https?:/)
  await page.getByTestId('headless-farcaster').click()
  await code.waitFor({ state: 'detached' })
  expect(await page.getByTestId('w3m-modal-card').count()).toBe(0)
})
