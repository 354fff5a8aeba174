import type { Page } from 'playwright-core'
import { verifyMessage } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Harness, startHarness } from './startHarness.ts'

const first = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
let harness: Harness

beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness?.stop())

const press = (page: Page, handle: string) => page.getByTestId(handle).first().click()

async function connect(page: Page) {
  await page.evaluate(() => void window.harness.appKit.open())
  await press(page, 'wallet-selector-external-ledger')
  await press(page, 'ledger-choose-device')
  await press(page, 'ledger-account')
  await page.getByTestId('ledger-address').waitFor()
  expect(await page.getByTestId('ledger-address').textContent()).toBe(first)
  await press(page, 'ledger-same')
  await page.waitForFunction(() => window.harness.appKit.getAddress() !== undefined)
}

const sign = (page: Page) =>
  page.evaluate((from) => {
    const provider = window.harness.appKit.getWalletProvider() as {
      request(call: { method: string; params: unknown }): Promise<string>
    }
    return provider.request({ method: 'personal_sign', params: ['0x48656c6c6f', from] }).then(
      (result) => ({ result }),
      (e: { code?: unknown }) => ({ code: e.code }),
    )
  }, first)

test('connects a Ledger by USB and signs a message, loading its code only when it is chosen', async () => {
  const { page, problems } = await harness.open({ ledger: true })
  const files: string[] = []
  page.on('request', (request) => files.push(request.url()))
  await page.evaluate(() => void window.harness.appKit.open())
  await page.getByTestId('wallet-selector-external-ledger').waitFor()
  expect(files.filter((file) => /ledgerConnector|LedgerPanel|ethereumFamily/.test(file))).toEqual([])
  await connect(page)
  const signed = (await sign(page)) as { result: `0x${string}` }
  expect(await verifyMessage({ address: first, message: 'Hello', signature: signed.result })).toBe(true)
  const screens = await page.evaluate(() => window.harness.ledger!.screens)
  expect(screens).toEqual([
    ['Open app Ethereum?'],
    ['Verify address', "m/44'/60'/0'/0/0", first],
    ['Sign message', 'Hello'],
  ])
  // The page's own origin is the only one that hears anything.
  expect(files.filter((file) => !file.startsWith(harness.server.url))).toEqual([])
  expect(problems).toEqual([])
})

test('says what to do with an unplugged device, and signs after it is back', async () => {
  const { page } = await harness.open({ ledger: true })
  await connect(page)
  await page.evaluate(() => window.harness.ledger!.setOwner('waits'))
  const signing = sign(page)
  await page.getByTestId('ledger-sign').waitFor()
  await page.evaluate(() => window.harness.ledger!.unplug())
  await page.getByTestId('ledger-stopped').waitFor()
  expect(await page.getByTestId('ledger-stopped').textContent()).toContain('was unplugged and signed nothing')
  await page.evaluate(() => {
    window.harness.ledger!.setOwner('approves')
    window.harness.ledger!.plug()
  })
  await page.getByTestId('ledger-retry').focus()
  await page.keyboard.press('Enter')
  expect(await signing).toMatchObject({ result: expect.stringMatching(/^0x/) })
})

test('passes a rejection on the device on to the site', async () => {
  const { page } = await harness.open({ ledger: true })
  await connect(page)
  await page.evaluate(() => window.harness.ledger!.setOwner('rejects'))
  expect(await sign(page)).toEqual({ code: 4001 })
})
