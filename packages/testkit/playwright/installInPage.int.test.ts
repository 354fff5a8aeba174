import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createEvmNode } from '@billfold/devnet/eip155/evmNode'
import { serveChain } from '@billfold/devnet/eip155/serveChain'
import { openHttpServer } from '@billfold/devnet/openHttpServer'
import axe from 'axe-core'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { parseEther } from 'viem'
import { verifyMessage } from 'viem/utils'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { launchChromium } from '../test/launchChromium.ts'
import { installInPage, type RemoteWallet } from './installInPage.ts'

const alice = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const csp = "default-src 'none'; script-src 'self'; style-src 'self'; require-trusted-types-for 'script'"

/** A site of the strictest kind: one button a request, each answer written under it. */
const html = `<!doctype html><html lang="en"><title>Site</title><script src="/site.js" defer></script>
<dialog id="modal"><button id="inside">Inside</button></dialog>
${['connect', 'sign', 'send', 'typed', 'twice'].map((id) => `<button id="${id}">${id}</button>`).join('')}<output></output></html>`
const script = `
let provider
addEventListener('eip6963:announceProvider', (event) => { provider = event.detail.provider; document.title = event.detail.info.name })
dispatchEvent(new Event('eip6963:requestProvider'))
const output = document.querySelector('output')
const log = []
const say = (value) => { log.push(value); output.textContent = JSON.stringify(log) }
const ask = (method, ...params) => provider.request({ method, params }).then(say, (error) => say({ code: error.code }))
const typed = { types: { EIP712Domain: [{ name: 'name', type: 'string' }], Order: [{ name: 'buyer', type: 'Person' }, { name: 'prices', type: 'uint256[]' }],
  Person: [{ name: 'wallet', type: 'address' }] }, primaryType: 'Order', domain: { name: 'Shop' },
  message: { buyer: { wallet: '${bob}' }, prices: ['7', '9'], unsigned: 'not part of any type' } }
const on = (id, run) => document.getElementById(id).addEventListener('click', run)
on('connect', () => ask('eth_requestAccounts'))
on('sign', () => ask('personal_sign', 'Pay \\u202Eecila', '${alice}'))
on('send', () => ask('eth_sendTransaction', { from: '${alice}', to: '${bob}', value: '0x6f05b59d3b20000' }))
on('typed', () => ask('eth_signTypedData_v4', '${alice}', JSON.stringify(typed)))
on('twice', () => { ask('personal_sign', 'first', '${alice}'); ask('personal_sign', 'second', '${alice}') })
document.addEventListener('keydown', (event) => { if (event.key === 'Escape') say('the page heard Escape') })
`

let browser: Browser
let site: Server
let siteUrl: string
let chain: { id: number; rpcUrl: string; name: string }
let closeChain: () => Promise<void>
let context: BrowserContext
let page: Page
let wallet: RemoteWallet
let complaints: string[]

beforeAll(async () => {
  const node = await createEvmNode({ chainId: 31337, blockTime: 0, genesisTime: 1_767_225_600 })
  await node.setupDone()
  const http = await openHttpServer({ host: '127.0.0.1', port: 0, setting: 'DEVNET_EVM_PORT' })
  const served = serveChain(http, node, {})
  chain = { id: 31337, rpcUrl: `http://127.0.0.1:${http.port}`, name: 'Devnet One' }
  closeChain = async () => {
    served.close()
    await http.close()
    await node.close()
  }
  site = createServer((request, response) => {
    response.setHeader('content-security-policy', csp)
    const isScript = request.url === '/site.js'
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
    response.end(isScript ? script : html)
  })
  await new Promise<void>((done) => site.listen(0, '127.0.0.1', done))
  siteUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
  browser = await launchChromium()
})
afterAll(async () => {
  await browser?.close()
  site?.close()
  await closeChain?.()
})
beforeEach(async () => {
  complaints = []
  context = await browser.newContext({ reducedMotion: 'reduce' })
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', (event) =>
      console.error(`CSP: ${event.violatedDirective} ${event.blockedURI}`),
    )
  })
  wallet = await installInPage(context, { chains: [chain], policy: 'ask' })
  page = await context.newPage()
  page.on('console', (message) => void (message.type() === 'error' && complaints.push(message.text())))
  page.on('pageerror', (error) => void complaints.push(error.message))
  await page.goto(siteUrl)
})
afterEach(async () => {
  await context.close()
  expect(complaints).toEqual([])
})

const shown = (id: string) => page.getByTestId(`testwallet-${id}`)
const answers = async (count: number): Promise<unknown[]> => {
  await page.waitForFunction(
    (n) => JSON.parse(document.querySelector('output')?.textContent || '[]').length >= n,
    count,
  )
  return JSON.parse((await page.locator('output').textContent()) ?? '')
}
const focused = () =>
  page.evaluate(() => {
    const host = document.activeElement
    return host?.shadowRoot?.activeElement?.getAttribute('data-testid') ?? host?.id
  })
async function connect() {
  await wallet.approveNext()
  await page.click('#connect')
  await answers(1)
}

test('connects and rejects with the keyboard alone, and restores the focus', async () => {
  expect(await page.title()).toBe('Devnet Wallet')
  await page.locator('#connect').focus()
  await page.keyboard.press('Enter')
  await shown('window').waitFor()
  expect(await shown('origin').textContent()).toBe(siteUrl)
  expect(await shown('account').textContent()).toBe(alice)
  expect(await shown('chain').textContent()).toBe('Devnet One')
  expect(await focused()).toBe('testwallet-reject')
  await page.keyboard.press('Tab')
  expect(await focused()).toBe('testwallet-approve')
  expect(await shown('approve').textContent()).toBe('Connect')
  await page.keyboard.press('Enter')
  expect(await answers(1)).toEqual([[alice]])
  expect(await focused()).toBe('connect')

  await page.locator('#sign').focus()
  await page.keyboard.press('Enter')
  await shown('window').waitFor()
  expect(await shown('message').textContent()).toBe('Pay ‹U+202E›ecila')
  await page.keyboard.press('Escape')
  expect(await answers(2)).toEqual([[alice], { code: 4001 }])
  await shown('window').waitFor({ state: 'detached' })
  expect(await focused()).toBe('sign')
})

test('shows a transaction’s amount, full recipient and fee, and then sends it', async () => {
  await connect()
  await page.click('#send')
  await shown('window').waitFor()
  expect(await shown('amount').textContent()).toBe('0.5 ETH')
  expect(await shown('to').textContent()).toBe(bob)
  expect(await shown('window').textContent()).toMatch(/Network feeabout 0\.0000\d+ ETH/)
  expect(await shown('approve').textContent()).toBe('Send 0.5 ETH')
  const before = await balanceOfBob()
  await shown('approve').click()
  expect(await answers(2)).toEqual([[alice], expect.stringMatching(/^0x[0-9a-f]{64}$/)])
  expect((await balanceOfBob()) - before).toBe(parseEther('0.5'))
})

async function balanceOfBob(): Promise<bigint> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_getBalance', params: [bob, 'latest'] })
  const response = await fetch(chain.rpcUrl, { method: 'POST', body })
  return BigInt(((await response.json()) as { result: string }).result)
}

test('has an accessible window, light or dark', async () => {
  await connect()
  await page.evaluate(axe.source)
  for (const id of ['sign', 'send', 'typed']) {
    await page.click(`#${id}`)
    await shown('window').waitFor()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      const results = (await page.evaluate("axe.run('[data-testid=testwallet]')")) as axe.AxeResults
      expect(
        results.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`),
        colorScheme,
      ).toEqual([])
      expect(results.passes.map(({ id }) => id)).toContain('button-name')
    }
    await shown('reject').click()
    await shown('window').waitFor({ state: 'detached' })
  }
})

test('shows typed data exactly as signed, and fits the window on a phone, with its buttons in reach', async () => {
  await connect()
  for (const [width, height] of [
    [390, 844],
    [320, 480],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.click('#typed')
    await shown('window').waitFor()
    const text = await shown('window').textContent()
    expect(text).toContain(`Orderbuyerwallet${bob}prices79FornameShop`)
    expect(text).not.toContain('unsigned')
    for (const id of ['window', 'reject', 'approve']) {
      const box = (await shown(id).boundingBox())!
      expect(box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height).toBe(true)
      expect(box.height).toBeGreaterThanOrEqual(44)
    }
    const overflow = await shown('window').evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth)
    expect(overflow).toBe(0)
    await shown('reject').click()
    await shown('window').waitFor({ state: 'detached' })
  }
})

test("opens above a site's own modal dialog, which stays open", async () => {
  await connect()
  await page.evaluate(() => (document.querySelector('#modal') as HTMLDialogElement).showModal())
  await page.evaluate(() => document.getElementById('sign')?.click())
  await shown('reject').click()
  expect(await answers(2)).toEqual([[alice], { code: 4001 }])
  expect(await page.locator('#modal').evaluate((modal) => (modal as HTMLDialogElement).open)).toBe(true)
})

test('queues requests, and does not let a double click approve the next', async () => {
  await connect()
  await page.click('#twice')
  expect(await shown('message').textContent()).toBe('first')
  await page.waitForFunction(() =>
    document.querySelector('[data-testid=testwallet]')?.shadowRoot?.textContent?.includes('1 more waiting'),
  )
  await shown('approve').dblclick()
  const [, signature, ...others] = await answers(2)
  expect(others).toEqual([])
  expect(await verifyMessage({ address: alice, message: 'first', signature: signature as `0x${string}` })).toBe(true)
  expect(await shown('message').textContent()).toBe('second')
  await shown('approve').click()
  expect(await answers(3)).toHaveLength(3)
})

test('closes the window when the test answers from outside', async () => {
  await page.click('#connect')
  await shown('window').waitFor()
  expect(await wallet.pending()).toEqual([{ method: 'eth_requestAccounts', kind: 'connect', origin: siteUrl }])
  await wallet.rejectNext()
  await shown('window').waitFor({ state: 'detached' })
  expect(await answers(1)).toEqual([{ code: 4001 }])
})

test('keeps policies after a navigation, and connections after a reload', async () => {
  await wallet.reject()
  await page.reload()
  await page.click('#connect')
  expect(await answers(1)).toEqual([{ code: 4001 }])
  await wallet.policy({ eth_requestAccounts: 'approve' })
  await page.click('#connect')
  expect(await answers(2)).toEqual([{ code: 4001 }, [alice]])
  await page.reload()
  await page.click('#sign')
  expect(await answers(1)).toEqual([{ code: 4001 }])
  expect((await wallet.requests()).map(({ method }) => method)).toEqual(['personal_sign'])
  await wallet.lock()
  await wallet.unlock()
  await wallet.switchAccount(1)
  await wallet.disconnect()
  await expect(wallet.switchChain(5)).rejects.toThrow('The wallet does not know chain 5')
})

test('throws if no page has the wallet', async () => {
  const other = await browser.newContext()
  const lonely = await installInPage(other, { chains: [chain] })
  await expect(lonely.lock()).rejects.toThrow('No open page has the wallet: go to a page first')
  await other.close()
})
