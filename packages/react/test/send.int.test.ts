import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSendHarness } from './sendPage.ts'

let send: Awaited<ReturnType<typeof startSendHarness>>
beforeAll(async () => {
  send = await startSendHarness()
})
afterAll(() => send.stop())

const friend = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const fake = `0x8617e3${'1'.repeat(28)}38070d`
const amount = (page: Page) => page.getByTestId('send-amount-input')
const to = (page: Page) => page.getByTestId('send-recipient-input')
const save = (page: Page, address: string) =>
  page.evaluate(
    (given) =>
      window.harness.appKit.kit.store.send({
        type: 'contact/saved',
        contact: { namespace: 'eip155', address: given, name: 'Ann' },
      }),
    address,
  )
const asked = (page: Page) =>
  page.evaluate(() => window.harness.wallet!.requests.filter(({ method }) => method === 'eth_sendTransaction'))

async function becomes(page: Page, wanted: string): Promise<void> {
  await page.locator(`[data-testid="send-action-button"][data-label="${wanted}"]`).waitFor()
}

async function sendOne(page: Page): Promise<void> {
  await amount(page).fill('1')
  await to(page).fill(friend)
  await becomes(page, 'preview')
  await page.getByTestId('send-action-button').click()
  await page.getByTestId('send-preview-send').click()
}

test('the button says what is missing, and the form is filled in and sent with the keyboard alone', async () => {
  const { page, problems } = await send.openSend()
  await becomes(page, 'addAmount')
  await amount(page).focus()
  await page.keyboard.type('0')
  await becomes(page, 'incorrectValue')
  await page.keyboard.press('Backspace')
  await page.keyboard.type('99999999')
  await becomes(page, 'insufficientFunds')
  expect(await page.getByTestId('send-action-button').isDisabled()).toBe(true)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('2,5')
  expect(await amount(page).inputValue()).toBe('2.5')
  await becomes(page, 'addAddress')
  await to(page).focus()
  await page.keyboard.type(friend.replace('E340', 'e340'))
  await becomes(page, 'invalidAddress')
  expect(await page.getByTestId('send-recipient-problem').innerText()).toBe('Address is invalid')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText(friend)
  await becomes(page, 'preview')
  await page.keyboard.press('Enter')
  await page.getByTestId('send-preview-fee').waitFor()
  await page.getByTestId('send-preview-send').focus()
  await page.keyboard.press('Enter')
  await page.locator('[data-testid="send-transfer"][data-status="confirmed"]').waitFor()
  expect(await asked(page)).toMatchObject([{ params: [{ to: friend, value: '0x22b1c8c1227a0000', data: '0x' }] }])
  expect(problems).toEqual([])
})

test('what follows a transfer is asked for again where it was missed: nobody waits for a confirmation that is long there', async () => {
  const { page } = await send.openSend()
  let tries = 0
  await page.route(/\/followTransactions-/, (route) => {
    tries += 1
    return tries === 1 ? route.abort() : route.continue()
  })
  await sendOne(page)
  await page.locator('[data-testid="send-transfer"][data-status="confirmed"]').waitFor()
  expect(tries).toBe(2)
})

test('rows whose code cannot be fetched say so, and come when it can', async () => {
  const { page } = await send.openSend()
  let isCut = true
  await page.route(/\/TransferRows-/, (route) => (isCut ? route.abort() : route.continue()))
  await sendOne(page)
  await page.getByTestId('view-broken').waitFor()
  isCut = false
  await page.getByTestId('view-broken').getByRole('button').click()
  await page.locator('[data-testid="send-transfer"][data-status="confirmed"]').waitFor()
})

test('the caret stays where the hand left it while groups come and go', async () => {
  const { page, problems } = await send.openSend()
  await amount(page).pressSequentially('1234567')
  expect(await amount(page).inputValue()).toBe('1,234,567')
  const caret = () => amount(page).evaluate((field: HTMLInputElement) => field.selectionStart)
  await amount(page).evaluate((field: HTMLInputElement) => field.setSelectionRange(3, 3))
  await page.keyboard.type('9')
  expect([await amount(page).inputValue(), await caret()]).toEqual(['12,934,567', 4])
  await page.keyboard.press('Backspace')
  expect([await amount(page).inputValue(), await caret()]).toEqual(['1,234,567', 3])
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Backspace')
  expect([await amount(page).inputValue(), await caret()]).toEqual(['34,567', 0])
  await page.keyboard.press('End')
  await page.keyboard.type('.0000000000000000000001')
  expect(await page.getByTestId('send-amount-said').innerText()).toContain('at most 18 decimal places')
  await page.keyboard.press('ControlOrMeta+a')
  await page.evaluate(() => navigator.clipboard.writeText('123456789012345678901234567890.5'))
  await page.keyboard.press('ControlOrMeta+v')
  expect(await amount(page).inputValue()).toBe('123,456,789,012,345,678,901,234,567,890.5')
  await page.evaluate(() => navigator.clipboard.writeText('1,000'))
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('ControlOrMeta+v')
  expect(await page.getByTestId('send-amount-said').innerText()).toContain('a thousand or a fraction')
  expect(problems).toEqual([])
})

test('a look-alike stops at the paste and again at the end, and goes on only on purpose', async () => {
  const { page, problems } = await send.openSend()
  await save(page, friend)
  await amount(page).fill('1')
  await page.evaluate((text) => navigator.clipboard.writeText(text), fake)
  await page.getByTestId('send-paste').click()
  const stop = page.getByTestId('send-stop')
  await stop.waitFor()
  await becomes(page, 'confirmAddress')
  const shown = await stop
    .locator('[data-value]')
    .evaluateAll((all) => all.map((one) => one.getAttribute('data-value')))
  expect(shown.map((text) => text?.toLowerCase())).toEqual([fake, friend.toLowerCase()])
  expect(await stop.locator('mark').count()).toBeGreaterThan(20)
  expect(await page.getByTestId('send-stop-anyway').isDisabled()).toBe(true)
  await page.getByTestId('send-stop-known').click()
  await becomes(page, 'preview')
  await to(page).fill(fake)
  await page.getByTestId('send-stop-check').click()
  await page.getByTestId('send-stop-anyway').click()
  await becomes(page, 'preview')
  // Another text, and back: what was confirmed then is not confirmed now.
  await to(page).fill('')
  await to(page).fill(fake)
  await stop.waitFor()
  expect(await asked(page)).toEqual([])
  expect(problems).toEqual([])
})

test('an address that becomes a look-alike during the review stops there', async () => {
  const { page } = await send.openSend()
  await amount(page).fill('1')
  await to(page).fill(fake)
  await becomes(page, 'preview')
  await page.getByTestId('send-action-button').click()
  await page.getByTestId('send-preview-fee').waitFor()
  await save(page, friend)
  await page.getByTestId('send-stop').waitFor()
  await expect.poll(() => page.getByTestId('send-preview-send').isDisabled()).toBe(true)
})

test('nobody’s address and the token’s own contract stop as well', async () => {
  const { page } = await send.openSend()
  await amount(page).fill('1')
  await to(page).fill(`0x${'0'.repeat(36)}dEaD`)
  await page.locator('[data-testid="send-stop"][data-risk="burn"]').waitFor()
  const token = send.devnet.manifest.chains[0]!.tokens.find(({ kind }) => kind === 'plain' || kind === 'permit')!
  await page.getByTestId('send-token-button').click()
  await page.getByTestId('send-select-token-search-input').fill(token.address)
  await page.getByTestId(`send-select-token-item-${token.symbol}`).click()
  await to(page).fill(token.address)
  await page.locator('[data-testid="send-stop"][data-risk="tokenContract"]').waitFor()
  await page.getByTestId('send-stop-known').click()
  await expect.poll(() => to(page).inputValue()).toBe('')
})

test('another connected wallet’s account sends, and nobody is disconnected', async () => {
  const { page, problems } = await send.openSend({ wallets: ['Devnet Wallet', 'Second'] })
  const [first, second] = await page.evaluate(async () => {
    const found = new Promise<{ request(r: { method: string }): Promise<string[]> }>((resolve) => {
      window.addEventListener('eip6963:announceProvider', (event) => {
        const { info, provider } = (event as CustomEvent).detail
        if (info.rdns === 'dev.billfold.wallet1') resolve(provider)
      })
    })
    window.dispatchEvent(new Event('eip6963:requestProvider'))
    const [account] = await (await found).request({ method: 'eth_requestAccounts' })
    window.harness.wallet!.switchAccount(1)
    return [window.harness.appKit.kit.store.get().account.eip155, account]
  })
  expect(first.status).toBe('connected')
  await page.evaluate(() => window.harness.appKit.open({ view: 'Account' }))
  await page.getByTestId('wallet-features-send-button').click()
  await page.getByTestId('send-source').click()
  await page.getByTestId('send-source-1').click()
  await amount(page).fill('3')
  await to(page).fill(friend)
  await becomes(page, 'preview')
  await page.getByTestId('send-action-button').click()
  await page.getByTestId('send-preview-fee').waitFor()
  await page.getByTestId('send-preview-send').click()
  await page.waitForFunction(() => window.harness.appKit.kit.store.get().transactions[0]?.status === 'confirmed')
  const state = await page.evaluate(() => {
    const { transactions, account } = window.harness.appKit.kit.store.get()
    return { from: transactions[0]!.call.from, altered: transactions[0]!.altered, account: account.eip155 }
  })
  expect(state).toMatchObject({ from: second, account: { status: 'connected', connectorId: 'dev.billfold.devnet' } })
  expect(state.altered).toBeUndefined()
  expect(await asked(page)).toEqual([])
  expect(problems).toEqual([])
})

test('a code before the camera fills the form in, and the camera is let go', async () => {
  const { page, problems } = await send.openSend()
  await page.getByTestId('send-recipients').click()
  await page.getByText('Nobody yet').waitFor()
  expect(await page.getByTestId('send-scan').count()).toBe(0)
  await page.getByTestId('header-back').click()
  await page.evaluate((address) => {
    const canvas = document.createElement('canvas')
    canvas.getContext('2d')
    const stream = canvas.captureStream()
    Object.assign(window, {
      camera: stream,
      BarcodeDetector: class {
        detect = async () => [{ rawValue: `ethereum:${address}?value=25e17` }]
      },
    })
    navigator.mediaDevices.getUserMedia = async () => stream
    HTMLMediaElement.prototype.play = async () => undefined
  }, friend)
  await page.getByTestId('send-recipients').click()
  await page.getByTestId('send-scan').click()
  await page.getByTestId('send-recipient-found').waitFor()
  await expect.poll(() => amount(page).inputValue()).toBe('2.5')
  const isOff = () =>
    (window as unknown as { camera: MediaStream }).camera.getTracks().every((t) => t.readyState === 'ended')
  await expect.poll(() => page.evaluate(isOff)).toBe(true)
  expect(problems).toEqual([])
})
