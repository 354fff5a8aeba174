import { createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import { createKeyPairSignerFromPrivateKeyBytes, getBase58Decoder, signBytes } from '@solana/kit'
import type { Page } from 'playwright-core'
import { recoverMessageAddress } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { expect } from 'vitest'
import { mailTo } from './caughtMail.ts'
import { test } from './harness.ts'
import { stack } from './stack.ts'
import { addAuthenticator, approve, enter, frameOf, openSettings, press, requestCode } from './visitEmbedded.ts'
import { closed, shownAddress, soon, visitKit } from './visitKit.ts'

const name = randomBytes(6).toString('hex')
const [old, next] = [`bea.${name}@site.example`, `bea.${name}@work.example`]
const message = 'Hello from the playground'
// A rejection has a status, and a server that is down has none; a browser logs both on the console.
const allow = [/status of [45]\d\d/, /ERR_FAILED/, /WebSocket/]

/** Deletes the device's wallet data, on the frame's own screen: from then on it is a new device. */
const forget = async (page: Page) => {
  await openSettings(page, 'account-security')
  await press(page, 'Forget this device')
  await frameOf(page).locator('.button.danger').click()
  await page.keyboard.press('Escape')
  await page.getByTestId('connect-button').waitFor(soon)
  await closed(page)
}
/** Holds the button down as a person does, and reads its label meanwhile. */
const readWords = async (page: Page): Promise<string> => {
  const frame = frameOf(page)
  await frame.getByRole('button', { name: 'Hold to reveal' }).hover()
  await frame.locator('main[data-sight=ready]').waitFor(soon)
  await frame.locator('body[data-pointer=known]').waitFor(soon)
  await page.mouse.down()
  const words = frame.getByTestId('frame-words').locator('li')
  await words.first().waitFor(soon)
  const read = (await words.allInnerTexts()).join(' ')
  await page.mouse.up()
  return read
}
/** These addresses stop responding. */
const takeDown = (page: Page, at: RegExp) => page.context().route(at, (route) => route.abort())

async function sign(page: Page, namespace: 'eip155' | 'solana', onApproved = async () => {}): Promise<string> {
  const card = page.getByTestId(`${namespace}-test-interactions`)
  await card.getByTestId('sign-message-button').click()
  await approve(page)
  await onApproved()
  const signature = await card.getByTestId('w3m-signature').innerText()
  await closed(page)
  return signature
}

/** The Solana key of a phrase by SLIP-0010, as in every wallet. */
async function solanaSigner(words: string) {
  const seed = pbkdf2Sync(words, 'mnemonic', 2048, 64, 'sha512')
  let node = createHmac('sha512', 'ed25519 seed').update(seed).digest()
  for (const index of [44, 501, 0, 0]) {
    const data = Buffer.alloc(37)
    node.copy(data, 1, 0, 32)
    data.writeUInt32BE(index + 2 ** 31, 33)
    node = createHmac('sha512', node.subarray(32)).update(data).digest()
  }
  return createKeyPairSignerFromPrivateKeyBytes(node.subarray(0, 32))
}

test('a wallet lives by code, passkey and words, moves to another address, and opens without guardian or API', async ({
  open,
}) => {
  const { page } = await visitKit(open, { wallets: [], allow })
  await addAuthenticator(page)
  await requestCode(page, old)
  await enter(page, (await mailTo(old, /code for/)).code!)
  await page.getByTestId('account-button').waitFor(soon)
  await closed(page)
  const address = (await shownAddress(page))!
  const frame = frameOf(page)

  await openSettings(page, 'account-security')
  await press(page, 'Create a recovery code')
  const code = await frame.getByTestId('frame-code').innerText()
  await press(page, 'I’ve saved it')
  await press(page, 'Add a passkey')
  await frame.locator('.list b', { hasText: 'Passkey' }).waitFor(soon)
  await press(page, 'Export recovery phrase')
  await press(page, 'Email me a code')
  await frame.locator('#code').fill((await mailTo(old, /Confirm that it is you/)).code!)
  await press(page, 'Continue')
  expect(await frame.getByTestId('frame-words').locator('li').count()).toBe(0)
  const words = await readWords(page)
  await press(page, 'I’ve saved it')
  await press(page, 'Close')
  await frame.getByRole('button', { name: 'Close', exact: true }).waitFor({ state: 'hidden', ...soon })
  // Other libraries open it: the same accounts, the same signatures.
  const account = mnemonicToAccount(words)
  expect(account.address).toBe(address)
  await page.keyboard.press('Escape')
  await closed(page)
  expect(await sign(page, 'eip155')).toBe(await account.signMessage({ message: message }))
  const { keyPair } = await solanaSigner(words)
  const bytes = await signBytes(keyPair.privateKey, new TextEncoder().encode(message))
  expect(await sign(page, 'solana')).toContain(getBase58Decoder().decode(bytes))

  await openSettings(page, 'w3m-account-email-update')
  await page.getByTestId('wui-email-input').fill(next)
  await page.getByTestId('w3m-email-save').click()
  // The codes go into the frame, which shows both addresses; the page sees neither.
  await frame.locator('dd', { hasText: next }).waitFor(soon)
  await press(page, 'Email me a code')
  const toOld = await mailTo(old, /Confirm your current address/)
  expect(toOld.text).toContain(next)
  await frame.locator('#code').fill(toOld.code!)
  await press(page, 'Continue')
  await frame.locator('p', { hasText: next }).waitFor(soon)
  await frame.locator('#code').fill((await mailTo(next, /Confirm your new address/)).code!)
  await press(page, 'Continue')
  await press(page, 'Close')
  await page.getByTestId('w3m-account-email-update').getByText(next).waitFor(soon)
  expect((await mailTo(old, /has a new address/)).text).toMatch(/https?:\S+\/revert\//)
  await page.keyboard.press('Escape')
  await closed(page)

  // A wiped device is new to the wallet, and the guardian is down.
  await takeDown(page, /\/guardian\/v1\//)
  for (const [at, unlock] of [
    async () => press(page, 'Use a passkey'),
    async () => {
      await press(page, 'Use a recovery code')
      await frame.locator('#code').fill(code.replace(/^./, (first) => (first === 'A' ? 'B' : 'A')))
      // Once: the same button stays, and a second press would clear the field below.
      await frame.getByRole('button', { name: 'Continue', exact: true }).click()
      await frame.getByText('That code doesn’t match.').waitFor(soon)
      await frame.locator('#code').fill(code)
      await press(page, 'Continue')
    },
  ].entries()) {
    await forget(page)
    await requestCode(page, next)
    await enter(page, (await mailTo(next, /code for/, at)).code!)
    await frame.getByText('That didn’t work. Try again or choose another way.').waitFor(soon)
    await unlock()
    await page.getByTestId('account-button').waitFor(soon)
    await closed(page)
    expect(await shownAddress(page)).toBe(address)
  }

  await takeDown(page, new RegExp(`:${new URL(stack.api).port}/`))
  await page.reload()
  await page.getByTestId('account-button').waitFor(soon)
  const signature = await sign(page, 'eip155', async () => {
    await press(page, 'Use a recovery code')
    await frame.locator('#code').fill(code)
    await press(page, 'Continue')
  })
  expect(await recoverMessageAddress({ message: message, signature: signature as `0x${string}` })).toBe(address)
})

test('a passkey alone creates a wallet, opens it on a wiped device in one touch, and exports it', async ({ open }) => {
  const { page } = await visitKit(open, { wallets: [], allow })
  const frame = frameOf(page)
  const begin = async () => {
    await page.getByTestId('connect-button').click()
    await page.getByTestId('passkey-login').click()
  }
  await addAuthenticator(page)
  await begin()
  // An unknown passkey: an error on the spot, with both next steps.
  await press(page, 'Use a passkey')
  await frame.getByText('The passkey didn’t respond. Try again.').waitFor(soon)
  await press(page, 'Create a new wallet')
  const code = await frame.getByTestId('frame-code').innerText()
  expect(code).toMatch(/^[\dA-Z-]{32}$/)
  // The device, the login passkey, the code and the servers: each with the consequence of its loss.
  expect(await frame.getByTestId('frame-losses').locator('dt').count()).toBe(4)
  await press(page, 'I’ve saved it')
  await page.getByTestId('account-button').waitFor(soon)
  await closed(page)
  const address = (await shownAddress(page))!
  const isSigned = async () => {
    const signature = (await sign(page, 'eip155')) as `0x${string}`
    return (await recoverMessageAddress({ message: message, signature })) === address
  }
  expect(await isSigned()).toBe(true)

  // The device is new to the wallet, and no guardian helps.
  await takeDown(page, /\/guardian\/v1\//)
  await forget(page)
  await begin()
  await press(page, 'Use a passkey')
  await page.getByTestId('account-button').waitFor(soon)
  await closed(page)
  expect(await shownAddress(page)).toBe(address)
  expect(await isSigned()).toBe(true)

  await openSettings(page, 'account-security')
  await frame.locator('.list b', { hasText: 'Passkey' }).waitFor(soon)
  await press(page, 'Export recovery phrase')
  await press(page, 'Use a passkey')
  const words = await readWords(page)
  expect(mnemonicToAccount(words).address).toBe(address)
  await press(page, 'I’ve saved it')
  await press(page, 'Close')
  await page.getByTestId('w3m-account-email-update').getByText('Passkey').waitFor(soon)
})

test('a code expires after five wrong guesses, and mails have a limit with an error', async ({ open }) => {
  const email = `cy.${name}@site.example`
  const { page } = await visitKit(open, { wallets: [], allow })
  await requestCode(page, email)
  const { code } = await mailTo(email, /code for/)
  const problem = page.getByTestId('otp-problem')
  expect(await page.getByTestId('otp-resend').isDisabled()).toBe(true)
  for (let by = 1; by <= 5; by++) {
    const answered = page.waitForResponse(/\/email\/verify/)
    await enter(page, String((Number(code) + by) % 1_000_000).padStart(6, '0'))
    await answered
    await problem.getByText('Invalid code. Try again.').waitFor(soon)
  }
  await enter(page, code!)
  await problem.getByText('This code no longer works. Request a new one.').waitFor(soon)
  // Five in an hour, even for a page that does not remember the last one.
  for (let mails = 1; mails <= 5; mails++) {
    // A page that closes before its response would remember it all the same.
    await page.getByTestId('wui-otp-input').waitFor(soon)
    await page.evaluate(() => localStorage.clear())
    await page.reload()
    await page.getByTestId('connect-button').click()
    await page.getByTestId('wui-email-input').fill(email)
    await page.keyboard.press('Enter')
    if (mails < 5) await mailTo(email, /code for/, mails)
  }
  await page
    .getByTestId('email-problem')
    .getByText(/^Too many attempts\. Try again in \d+ minutes\.$/)
    .waitFor(soon)
})
