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
const sendRequests = (page: Page) =>
  page.evaluate(() => window.harness.wallet!.requests.filter(({ method }) => method === 'eth_sendTransaction'))

async function becomes(page: Page, wanted: string): Promise<void> {
  await page.locator(`[data-testid="send-action-button"][data-label="${wanted}"]`).waitFor()
}

test('names the missing part on the button, and sends with the keyboard alone', async () => {
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
  await becomes(page, 'addAddress')
  await to(page).focus()
  expect(await amount(page).inputValue()).toBe('2.5')
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
  expect(await sendRequests(page)).toMatchObject([
    { params: [{ to: friend, value: '0x22b1c8c1227a0000', data: '0x' }] },
  ])
  expect(problems).toEqual([])
})

test('keeps the caret in place while groups change', async () => {
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
  expect(await page.getByTestId('send-amount-said').innerText()).toContain('supports up to 18 decimals')
  await page.keyboard.press('ControlOrMeta+a')
  await page.evaluate(() => navigator.clipboard.writeText('123456789012345678901234567890.5'))
  await page.keyboard.press('ControlOrMeta+v')
  expect(await amount(page).inputValue()).toBe('123,456,789,012,345,678,901,234,567,890.5')
  await page.evaluate(() => navigator.clipboard.writeText('1000,000'))
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('ControlOrMeta+v')
  expect(await page.getByTestId('send-amount-said').innerText()).toContain('a thousand or a decimal')
  expect(await amount(page).inputValue()).toBe('1000,000')
  expect(problems).toEqual([])
})

/** Puts a text into the field as a browser does: key by key, by a keyboard's suggestion, from the clipboard, or dropped. */
const ways: Record<string, (page: Page, text: string) => Promise<void>> = {
  typed: (page, text) => page.keyboard.type(text),
  inserted: (page, text) => page.keyboard.insertText(text),
  pasted: async (page, text) => {
    await page.evaluate((given) => navigator.clipboard.writeText(given), text)
    await page.keyboard.press('ControlOrMeta+v')
  },
  dropped: async (page, text) => {
    const box = (await amount(page).boundingBox())!
    const client = await page.context().newCDPSession(page)
    const data = { items: [{ mimeType: 'text/plain', data: text }], dragOperationsMask: 1 }
    const at = { x: box.x + box.width / 2, y: box.y + box.height / 2, data }
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
      await client.send('Input.dispatchDragEvent', { type, ...at })
    await client.detach()
  },
}

test('keeps an amount’s value however it is entered, or rejects it visibly', async () => {
  const { page, problems } = await send.openSend()
  const note = page.getByTestId('send-amount-said')
  const read = () => page.evaluate(() => window.harness.appKit.kit.store.get().send.draft.amount)
  for (const [way, enter] of Object.entries(ways))
    for (const [text, value] of [
      ['1,5', '1.5'],
      ['1,234', '1234'],
      ['1,234.5', '1234.5'],
      ['1,234,567.89', '1234567.89'],
      ['1e5', 'without “e”'],
      ['1e-7', 'without “e”'],
      ['-5', 'in digits'],
      ['0x10', 'in digits'],
      ['1/2', 'in digits'],
      ['1 5', 'in digits'],
    ] as const) {
      await amount(page).focus()
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.press('Delete')
      await enter(page, text)
      const isRefused = value.includes(' ')
      expect(await read(), `${text} ${way}`).toBe(isRefused ? '' : value)
      if (!isRefused) continue
      expect(await amount(page).inputValue(), `${text} ${way}`).toBe(text)
      expect(await note.innerText(), `${text} ${way}`).toContain(value)
      await becomes(page, 'incorrectValue')
    }
  // Lines of a table are no digits of one number.
  await amount(page).fill('')
  await amount(page).focus()
  await ways.pasted!(page, '12\n34')
  expect(await read()).toBe('')
  expect(await note.innerText()).toContain('in digits')
  // Another view and back: what was refused is still there, with its sentence.
  await page.getByTestId('send-token-button').click()
  await page.getByTestId('header-back').click()
  expect(await note.innerText()).toContain('in digits')
  expect(problems).toEqual([])
})

test('asks a visitor who uses another number format, and never misreads the number', async () => {
  const { page } = await send.openSend(
    {},
    {
      prepare: (opened) =>
        opened.addInitScript(() => Object.defineProperty(navigator, 'language', { get: () => 'nl-NL' })),
    },
  )
  await amount(page).focus()
  await page.keyboard.type('1,234')
  expect(await page.getByTestId('send-amount-said').innerText()).toMatch(/Enter .?1234.? or .?1\.2340/)
  await becomes(page, 'incorrectValue')
  await page.keyboard.type('5')
  await to(page).focus()
  expect(await amount(page).inputValue()).toBe('1.2345')
})

test('keeps the amount for another token, and says if it does not fit it', async () => {
  const { page } = await send.openSend()
  const token = send.devnet.manifest.chains[0]!.tokens.find(({ decimals }) => decimals === 6)!
  await amount(page).fill('1.12345678')
  await page.getByTestId('send-token-button').click()
  await page.getByTestId('send-select-token-search-input').fill(token.address)
  await page.getByTestId(`send-select-token-item-${token.symbol}`).click()
  expect(await amount(page).inputValue()).toBe('1.12345678')
  expect(await page.getByTestId('send-amount-said').innerText()).toContain('supports up to 6 decimals')
})

test('shows every digit of the sent amount on the review, and no rounded-down bound', async () => {
  const { page } = await send.openSend()
  await amount(page).fill('12.345678901234567891')
  await to(page).fill(friend)
  await becomes(page, 'preview')
  await page.getByTestId('send-action-button').click()
  await page.getByTestId('send-preview-fee').waitFor()
  const plain = async (id: string) => (await page.getByTestId(id).innerText()).replace(/[\u2068\u2069]/g, '')
  expect(await plain('send-preview-amount')).toBe('12.345678901234567891 ETH')
  expect(await plain('send-preview-send')).toBe('Send 12.345678901234567891 ETH')
  const wei = (text: string) => {
    const [, whole = '', fraction = ''] = /(\d+)\.(\d+) ETH/.exec(text) ?? []
    return BigInt(whole + fraction.padEnd(18, '0'))
  }
  const fee = await page.evaluate(() => {
    const queries = window.harness.appKit.kit.queries!.getQueriesData({ queryKey: ['plan'] })
    return `${(queries[0]![1] as { fee: { most: bigint } }).fee.most}`
  })
  expect(wei(await plain('send-preview-total'))).toBeGreaterThanOrEqual(12_345678901234567891n + BigInt(fee))
})

test('marks a stranger’s token that calls itself ETH when choosing, reviewing and confirming', async () => {
  const { page, problems } = await send.openSend()
  const token = send.devnet.manifest.chains[0]!.tokens.find(
    ({ decimals, kind }) => decimals === 18 && kind === 'plain',
  )!
  const name = '45544800'.padEnd(64, '0')
  await page.route('**/rpc/31337', async (route) => {
    const payload = route.request().postDataJSON()
    const calls: { id: number; method: string; params: [{ data?: string }] }[] = [payload].flat()
    const isName = calls.every(({ method, params: [call] }) => method === 'eth_call' && call?.data === '0x95d89b41')
    if (!isName) return route.fallback()
    const answers = calls.map(({ id }) => ({ jsonrpc: '2.0', id, result: `0x${name}` }))
    return route.fulfill({ status: 200, json: Array.isArray(payload) ? answers : answers[0] })
  })
  await page.getByTestId('send-token-button').click()
  await page.getByTestId('send-select-token-search-input').fill(token.address)
  const row = page.getByTestId('send-select-token-item-ETH')
  const short = `“ETH” (${token.address.slice(0, 6)}\u2060…\u2060${token.address.slice(-6)})`
  expect(await row.innerText()).toContain('calls itself')
  expect(await row.innerText()).toContain(short)
  await row.click()
  await page.locator('[data-testid="token-pose"][data-pose="coin"]').waitFor()
  await amount(page).fill('5')
  await to(page).fill(friend)
  await becomes(page, 'preview')
  await page.getByTestId('send-action-button').click()
  await page.getByTestId('send-preview-fee').waitFor()
  expect(await page.getByTestId('send-preview-send').innerText()).toContain(`5 ${short}`)
  expect(await page.getByTestId('send-preview-amount').innerText()).toContain(`5 ${short}`)
  expect(await page.getByTestId('send-preview-contract').getAttribute('data-value')).toBe(token.address)
  expect(await page.getByTestId('token-pose').innerText()).toContain('Check its contract')
  expect(problems).toEqual([])
})

test('stops at a look-alike on paste and again at the end, and continues only on purpose', async () => {
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
  expect(await sendRequests(page)).toEqual([])
  expect(problems).toEqual([])
})

test('stops if an address becomes a look-alike during the review', async () => {
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

test('stops at a burn address and at the token’s own contract too', async () => {
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

test('sends from another connected wallet’s account, and disconnects no one', async () => {
  const { page, problems } = await send.openSend({ wallets: ['Devnet Wallet', 'Second'] })
  const [first, second] = await page.evaluate(async () => {
    const announced = new Promise<{ request(r: { method: string }): Promise<string[]> }>((resolve) => {
      window.addEventListener('eip6963:announceProvider', (event) => {
        const { info, provider } = (event as CustomEvent).detail
        if (info.rdns === 'dev.billfold.wallet1') resolve(provider)
      })
    })
    window.dispatchEvent(new Event('eip6963:requestProvider'))
    const [account] = await (await announced).request({ method: 'eth_requestAccounts' })
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
  expect(await sendRequests(page)).toEqual([])
  expect(problems).toEqual([])
})

test('fills the form in from a scanned code, and stops the camera', async () => {
  const { page, problems } = await send.openSend()
  await page.getByTestId('send-recipients').click()
  await page.getByText('No one yet').waitFor()
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
