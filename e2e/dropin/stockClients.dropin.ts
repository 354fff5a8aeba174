import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { installInPage } from '@billfold/testkit/playwright'
import { requestRpc } from '@billfold/testkit/requestRpc'
import { launchChromium } from '@billfold/testkit/test/launchChromium'
import { createWalletKeys } from '@billfold/testkit/walletconnect/walletKeys'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { installApp } from '../../bench/peers/installApp.ts'
import { callNode, readManifest } from '../callNode.ts'
import { startWalletKit } from '../walletConnectPage/startWalletKit.ts'
import { adapters, buildPage, versions } from './buildPage.ts'
import { type Recording, recordTraffic } from './recordTraffic.ts'
import { servePage } from './servePage.ts'
import { startDropInStack } from './startStack.ts'
import { stockPage, textOf } from './stockPage.ts'

// AppKit as published, built by docs/drop-in.md's recipe, on our API and relay. They answer all requests of a page; it
// can reach nothing else.
const onlyHere = '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost'
/** Errors that stock clients log by themselves, with any server. */
const theirOwn = [
  /Reown Config Notice/,
  /<svg> attribute (?:width|height)/,
  /readText.*Clipboard/,
  // 1.7.1 with ethers looks up the picture of an address as a name, which no resolver has, on Ethereum neither.
  /^uncaught: execution reverted: ResolverNotFound\(bytes\)$/,
]
/** Timeout of a step, in seconds; a busy machine gets more. */
const patience = Number(process.env.DROPIN_PATIENCE ?? 60) * 1000
const soon = { timeout: patience }
const whole = Math.max(300_000, 10 * patience)
let stack: Awaited<ReturnType<typeof startDropInStack>>
let browser: Browser

beforeAll(async () => {
  stack = await startDropInStack('http://localhost:*')
  browser = await launchChromium({ args: [onlyHere] })
}, whole)
afterAll(async () => {
  await browser?.close()
  await stack?.stop()
})

describe.each(versions)('AppKit %s', (version) => {
  beforeAll(() => installApp(path.join(import.meta.dirname, 'clients', version)), whole)

  test.each(adapters)(
    'with %s: connects, searches, shows, sends to a name, swaps and pairs',
    { timeout: whole },
    async (adapter) => {
      const { chains } = await readManifest(stack.devnet)
      const { rpcUrl } = chains[0]!
      const usdc = chains[0]!.tokens.find(({ symbol }) => symbol === 'USDC')!.address
      const site = await servePage(await buildPage(version, adapter, stack, usdc))
      const context = await browser.newContext({ reducedMotion: 'reduce', viewport: { width: 1000, height: 900 } })
      context.setDefaultTimeout(patience)
      const traffic = recordTraffic(context)
      await installInPage(context, {
        chains: chains.map(({ id, name, rpcUrl: url }) => ({ id, name, rpcUrl: url })),
        solana: false,
      })
      const page = await context.newPage()
      const stock = stockPage(page)
      const shows = (text: string | RegExp) => expect.poll(() => textOf(page), soon).toMatch(text)
      try {
        await page.goto(site.url)
        await stock.open()
        await stock.search('rainbow')
        // It alone: the list before the search has it among others.
        await expect.poll(stock.foundWallets, soon).toEqual(['Rainbow'])
        await stock.back()
        // The API has logins of its own here, which stock clients would look for at their vendor's.
        expect(await stock.logins()).toBe(0)
        await stock.connect()
        await shows('alice.eth')
        await shows(/\d{4}(?:\.\d+)? ?(?:\| )?ETH/)

        await stock.openActivity()
        await shows(/received.*\+100000\.000 USDC/)
        await stock.close()

        const addressOf = (person: string) => chains[0]!.names.find(({ name }) => name === person)!.address
        const dollarsOf = async (address: string) =>
          BigInt(
            (await callNode(rpcUrl, 'eth_call', [
              { to: usdc, data: `0x70a08231${address.slice(2).padStart(64, '0')}` },
              'latest',
            ])) as string,
          )
        if (version === '1.8.0') {
          const had = await dollarsOf(addressOf('alice.eth'))
          await fundWallet(stock)
          // 50 USD without the seller's fees.
          const bought = (await dollarsOf(addressOf('alice.eth'))) - had
          expect(bought).toBeGreaterThan(45_000_000n)
          expect(bought).toBeLessThan(50_000_000n)
        }

        const bob = addressOf('bob.eth')
        const before = await dollarsOf(bob)
        await stock.prepareSend('USDC', '3', 'bob.eth')
        await stock.send()
        await expect.poll(() => dollarsOf(bob), soon).toBe(before + 3_000_000n)
        await page.reload()
        await shows('alice.eth')

        // Below a thousand: 1.7.1 cannot calculate with an amount that it formats with a comma.
        await stock.prepareSwap({ to: 'USDC', amount: '0.1' })
        await stock.confirmSwap()
        await page.reload()
        await shows('alice.eth')
        await stock.prepareSwap({ from: 'USDC', to: 'DAI', amount: '100' })
        await stock.confirmSwap()
        await page.reload()
        await shows('alice.eth')
        await stock.openActivity()
        // The amount paid, and then the amount received.
        await shows(/swapped \| 100\.000 USDC \| \d+\.\d{3} DAI/)
        await shows(/swapped \| 0\.100 ETH \| \d+\.\d{3} USDC/)
        await shows(/sent \| -?3\.000 USDC/)
        await stock.close()

        await stock.open()
        await page.getByTestId('disconnect-button').click()
        await pairWithWallet(page, stock, rpcUrl)
        await shows('bob.eth')
        await stock.close().catch(() => undefined)
        expect(await requestTooMuch(page)).toBe('The request is too large for the relay')
      } catch (e) {
        const shown = await textOf(page).catch(() => '')
        throw new Error(`${e}\nThe page shows: ${shown}\nIt logged: ${traffic.errors.join('\n')}`, { cause: e })
      } finally {
        await traffic.settle(patience)
        await context.close()
        await site.close()
      }
      const exchanges = traffic.exchanges().filter(({ url }) => !url.startsWith(site.url))
      if (process.env.DROPIN_RECORD)
        await keep(process.env.DROPIN_RECORD, { version, adapter, chain: chains[0]!, exchanges })
      const unanswered = exchanges.filter(
        ({ status = 0, failure }) => !isGivenUp(failure) && (status < 200 || status >= 400),
      )
      expect(unanswered).toEqual([])
      expect(traffic.sockets.every((url) => url.startsWith(stack.relay))).toBe(true)
      expect(traffic.errors.filter((text) => !theirOwn.some((pattern) => pattern.test(text)))).toEqual([])
    },
  )

  test('shows why the relay rejected its token, instead of an endless skeleton', { timeout: whole }, async () => {
    const { chains } = await readManifest(stack.devnet)
    const usdc = chains[0]!.tokens.find(({ symbol }) => symbol === 'USDC')!.address
    const site = await servePage(await buildPage(version, 'ethers', stack, usdc))
    const context = await browser.newContext({ reducedMotion: 'reduce' })
    context.setDefaultTimeout(patience)
    try {
      const page = await context.newPage()
      // A visitor's clock that is two days slow: its tokens have expired.
      await page.clock.setSystemTime(Date.now() - 2 * 86_400_000)
      await page.goto(site.url)
      await stockPage(page).open()
      await page.getByTestId('wallet-selector-walletconnect').click()
      await expect.poll(() => textOf(page), soon).toContain('one of our clocks is wrong')
      await expect.poll(() => page.locator('w3m-connecting-wc-view').count(), soon).toBe(0)
      await page.getByTestId('wallet-selector-walletconnect').waitFor()
    } finally {
      await context.close()
      await site.close()
    }
  })
})

/** A request whose message is above the relay's 128 KiB; resolves with the error's message. */
const requestTooMuch = (page: import('playwright-core').Page) =>
  page.evaluate(async () => {
    const { site } = window as unknown as { site: { getUniversalProvider(): Promise<Provider> } }
    type Provider = { request(request: { method: string; params: unknown[] }, chain: string): Promise<unknown> }
    const provider = await site.getUniversalProvider()
    const params = [`0x${'00'.repeat(70_000)}`, `0x${'00'.repeat(20)}`]
    return provider.request({ method: 'personal_sign', params }, 'eip155:1').then(
      () => 'sent',
      ({ message }: Error) => message,
    )
  })

/** Fund wallet* with the operator's seller, whose page takes a card; 1.7.1 has no such button. */
async function fundWallet(stock: ReturnType<typeof stockPage>) {
  const shop = await stock.fundFromExchange('$50', 'Local Checkout')
  await shop.waitForURL((url) => url.href.startsWith(stack.shop))
  expect(await textOf(shop)).toContain('50.00 USD')
  const card = { number: '4242 4242 4242 4242', expiry: '12/40', cvc: '123', name: 'Ada Lovelace' }
  for (const [name, value] of Object.entries(card)) await shop.getByTestId(`onramp-${name}`).fill(value)
  await shop.getByTestId('onramp-pay').click()
  // The modal then shows "Deposit in progress...": it forgets the payment when it leaves the form, with any server.
  await expect.poll(() => textOf(shop), soon).toContain('Your coins have arrived.')
  await shop.close()
  await stock.close()
}

/** A wallet on another device, made with the most common SDK, opens the QR code's link. */
async function pairWithWallet(
  page: import('playwright-core').Page,
  stock: ReturnType<typeof stockPage>,
  rpcUrl: string,
) {
  const rpc = (chain: { rpcUrl: string }, method: string, params: readonly unknown[]) =>
    requestRpc(chain.rpcUrl, method, params)
  const signing = { keys: createWalletKeys({ index: 1 }), chains: [{ id: 1, rpcUrl }], rpc }
  const wallet = await startWalletKit({ relayUrl: stack.relay, chains: ['eip155:1'], signing })
  try {
    await page.getByTestId('connect-button').waitFor()
    if (!(await page.getByTestId('w3m-modal-card').isVisible())) await stock.open()
    await page.getByTestId('wallet-selector-walletconnect').click()
    const code = page.locator('wui-qr-code')
    await expect.poll(() => code.getAttribute('uri').catch(() => null), soon).toMatch(/^wc:/)
    await wallet.kit.pair({ uri: (await code.getAttribute('uri'))! })
    await page.getByTestId('account-button').waitFor()
    // It closes by itself.
    await page.getByTestId('w3m-modal-card').waitFor({ state: 'detached' })
    await stock.open()
  } finally {
    await wallet.close()
  }
}

/** A page that closes or reloads aborts its pending requests. */
const isGivenUp = (failure: string | undefined) => failure === 'net::ERR_ABORTED'

/** For `distil.ts`. */
async function keep(folder: string, recording: Omit<Recording, 'api'>) {
  const name = `${recording.version}-${recording.adapter}.json`
  await writeFile(path.join(folder, name), JSON.stringify({ ...recording, api: stack.api }))
}
