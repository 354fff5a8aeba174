import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Devnet, startDevnet } from '@billfold/devnet/startDevnet'
import { installInPage } from '@billfold/testkit/playwright'
import { launchChromium } from '@billfold/testkit/test/launchChromium'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

const html = `<!doctype html><title>Shop</title><button id="connect">Connect</button><button id="pay">Pay</button><output></output>
<script type="module">
let provider
addEventListener('eip6963:announceProvider', (event) => { provider = event.detail.provider })
dispatchEvent(new Event('eip6963:requestProvider'))
const say = (text) => { document.querySelector('output').textContent = text }
const explain = (error) => say(error.code === 4001 ? 'You rejected it. Nothing was sent.' : error.message)
let account
document.querySelector('#connect').onclick = () =>
  provider.request({ method: 'eth_requestAccounts' }).then(([first]) => { account = first; say('Hello ' + first) }, explain)
document.querySelector('#pay').onclick = () =>
  provider.request({ method: 'eth_sendTransaction', params: [{ from: account, to: account, value: '0x6f05b59d3b20000' }] })
    .then(() => say('Paid'), explain)
provider.on('accountsChanged', ([first]) => say(first ? 'Hello ' + first : 'Connect again'))
</script>`

const options = { host: '127.0.0.1', port: 0, evmPort: 0, chainIds: [31337, 31338], blockTime: 0, market: false }
let devnet: Devnet
let browser: Browser
let site: Server
let url: string
let context: BrowserContext
let page: Page

beforeAll(async () => {
  devnet = await startDevnet(options)
  site = createServer((_, response) => response.setHeader('content-type', 'text/html').end(html))
  await new Promise<void>((done) => site.listen(0, '127.0.0.1', done))
  url = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
  browser = await launchChromium()
})
afterAll(async () => {
  await browser?.close()
  site?.close()
  await devnet?.close()
})
beforeEach(async () => {
  context = await browser.newContext()
  page = await context.newPage()
})
afterEach(() => context.close())

const answer = async (text: string | RegExp) => {
  await page.locator('output').filter({ hasText: text }).waitFor()
}

test('a visitor who rejects', async () => {
  const { manifest } = devnet
  // docs:install
  const wallet = await installInPage(context, { manifest })
  await page.goto(url)
  await page.getByText('Connect').click()
  await answer('Hello 0xf39F')

  await wallet.rejectNext()
  await page.getByText('Pay').click()
  await answer('You rejected it. Nothing was sent.')
  // docs:end
})

test('a visitor who takes their time', async () => {
  const { manifest } = devnet
  // docs:stall
  const wallet = await installInPage(context, { manifest, policy: { eth_sendTransaction: 'stall' } })
  await page.goto(url)
  await page.getByText('Connect').click()
  await answer('Hello')
  await page.getByText('Pay').click()
  await expect.poll(() => wallet.pending()).toMatchObject([{ method: 'eth_sendTransaction' }])

  await wallet.approveNext()
  await answer('Paid')
  // docs:end
})

test('a visitor who looks at the window', async () => {
  const { manifest } = devnet
  // docs:window
  await installInPage(context, { manifest, policy: 'ask' })
  await page.goto(url)
  await page.getByText('Connect').click()
  await page.getByTestId('testwallet-approve').click()
  await answer('Hello')

  await page.getByText('Pay').click()
  expect(await page.getByTestId('testwallet-amount').textContent()).toBe('0.5 ETH')
  await page.getByTestId('testwallet-reject').click()
  await answer('You rejected it. Nothing was sent.')
  // docs:end
})

test('a visitor who changes things in the wallet', async () => {
  const { manifest } = devnet
  // docs:changes
  const wallet = await installInPage(context, { manifest })
  await page.goto(url)
  await page.getByText('Connect').click()
  await answer('Hello 0xf39F')

  await wallet.switchAccount(1)
  await answer('Hello 0x7099')
  await wallet.lock()
  await answer('Connect again')
  await wallet.unlock()
  await answer('Hello 0x7099')
  // docs:end
})
