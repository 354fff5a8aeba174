import { randomBytes } from 'node:crypto'
import { recoverMessageAddress } from 'viem'
import { expect } from 'vitest'
import { callNode } from './callNode.ts'
import { mailTo } from './caughtMail.ts'
import { test } from './harness.ts'
import { stack } from './stack.ts'
import { approve, enter, frameOf, requestCode } from './visitEmbedded.ts'
import { closed, manifest, shownAddress, soon, visitKit } from './visitKit.ts'

// The site is app.billfold.localhost, the wallet wallet.billfold.localhost: two origins of one site, as an operator has
// them.
const email = `ann.${randomBytes(6).toString('hex')}@site.example`
const recipient = `0x${randomBytes(20).toString('hex')}`
/** The first device's result, for the second. */
let known: { address: string } | undefined

const rpc = async <T>(method: string, ...params: unknown[]): Promise<T> =>
  callNode<T>((await manifest()).chains[0]!.rpcUrl, method, params)
test('a person without a wallet logs in by email, signs, rejects, sends, returns and disconnects', async ({ open }) => {
  // A wrong code gets an error status, which the browser logs on the console.
  const { page } = await visitKit(open, { wallets: [], allow: [/status of 4\d\d/] })
  expect(await page.locator('iframe').count()).toBe(0)
  await requestCode(page, email)
  const { code, text } = await mailTo(email, /code for app\.billfold\.localhost/)
  expect(text).not.toContain('http')

  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
  await enter(page, wrong)
  await expect.poll(() => page.getByTestId('otp-problem').innerText(), soon).not.toBe('')
  expect(await page.getByTestId('account-button').count()).toBe(0)
  await enter(page, code!)
  await page.getByTestId('account-button').waitFor(soon)
  await closed(page)
  const address = (await shownAddress(page))!
  known = { address }
  // The page cannot look into the frame.
  expect(await page.locator('#w3m-iframe').evaluate((one) => (one as HTMLIFrameElement).contentDocument)).toBe(null)

  const evm = page.getByTestId('eip155-test-interactions')
  const asking = evm.getByTestId('sign-message-button')
  await asking.click()
  await frameOf(page).getByText('Hello from the playground').waitFor(soon)
  await frameOf(page).getByText(stack.site, { exact: true }).waitFor()
  await approve(page)
  const signature = (await evm.getByTestId('w3m-signature').innerText()) as `0x${string}`
  expect(await recoverMessageAddress({ message: 'Hello from the playground', signature })).toBe(address)
  await closed(page)

  // Both reject: the button, and closing the wallet's window, with the pointer or a key.
  const ways = [
    () => frameOf(page).getByTestId('frame-reject').click(),
    () => page.mouse.click(5, 5),
    () => page.keyboard.press('Escape'),
  ]
  for (const refuse of ways) {
    await asking.click()
    await frameOf(page).locator('[data-testid=frame-approve][aria-disabled=false]').waitFor(soon)
    await refuse()
    await evm.getByText('You rejected the request. Nothing was signed or sent.').waitFor(soon)
    expect(await evm.getByTestId('w3m-signature').count()).toBe(0)
    await closed(page)
  }

  const [, , , , , , , rich] = await rpc<string[]>('eth_accounts')
  await rpc('eth_sendTransaction', { from: rich, to: address, value: `0x${(10n ** 19n).toString(16)}` })
  await page.getByTestId('account-button').click()
  await page.getByTestId('wallet-features-send-button').click()
  await page.getByTestId('send-amount-input').fill('1.25')
  await page.getByTestId('send-recipient-input').fill(recipient)
  await page.locator('[data-testid="send-action-button"][data-label="preview"]').click()
  await page.getByTestId('send-preview-send').click()
  await frameOf(page).getByText('1.25').first().waitFor(soon)
  await approve(page)
  await page.locator('[data-testid="send-transfer"][data-status="confirmed"]').waitFor(soon)
  expect(BigInt(await rpc<string>('eth_getBalance', recipient, 'latest'))).toBe(1_250_000_000_000_000_000n)

  await page.reload()
  await page.getByTestId('account-button').waitFor(soon)
  expect(await shownAddress(page)).toBe(address)
  await asking.click()
  await approve(page)
  await evm.getByTestId('w3m-signature').waitFor(soon)
  await closed(page)

  await page.getByTestId('account-button').click()
  await page.getByTestId('disconnect-button').click()
  await page.getByTestId('connect-button').waitFor(soon)
  await page.reload()
  await page.getByTestId('connect-button').waitFor(soon)
  expect(await page.getByTestId('account-button').count()).toBe(0)
  // The site ended the session, not the device's data: a code leads back.
  await requestCode(page, email)
  await enter(page, (await mailTo(email, /code for/, 1)).code!)
  await page.getByTestId('account-button').waitFor(soon)
  expect(await shownAddress(page)).toBe(address)
})

test('a second device needs the guardian’s link besides the code, and opens the same wallet', async ({ open }) => {
  const { address } = known!
  const { page } = await visitKit(open, { wallets: [] })
  await requestCode(page, email)
  await enter(page, (await mailTo(email, /code for/, 2)).code!)
  const number = await frameOf(page).getByTestId('frame-number').innerText()
  const { link } = await mailTo(email, /new device/)
  expect(await page.getByTestId('account-button').count()).toBe(0)

  // The mail opens elsewhere, without any knowledge of this browser.
  const mailbox = await open(link!)
  await mailbox.getByRole('button', { name: number, exact: true }).click()
  await mailbox.getByText('The device can continue').waitFor()
  await page.getByTestId('account-button').waitFor(soon)
  await closed(page)
  expect(await shownAddress(page)).toBe(address)
  const evm = page.getByTestId('eip155-test-interactions')
  await evm.getByTestId('sign-message-button').click()
  await approve(page)
  const signature = (await evm.getByTestId('w3m-signature').innerText()) as `0x${string}`
  expect(await recoverMessageAddress({ message: 'Hello from the playground', signature })).toBe(address)
})
