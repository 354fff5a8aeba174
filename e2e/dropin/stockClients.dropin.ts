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

// AppKit as its maintainers published it, built by docs/drop-in.md's recipe, on our API and relay. Everything a page asks for is
// answered by them; nothing else can be reached.
const onlyHere = '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost'
/** What stock clients log as errors by themselves, no matter who serves them. */
const theirOwn = [
  /Reown Config Notice/,
  /<svg> attribute (?:width|height)/,
  /readText.*Clipboard/,
  // 1.7.1 with ethers looks for the picture of an address as though that were a name, which no resolver has, on Ethereum neither.
  /^uncaught: execution reverted: ResolverNotFound\(bytes\)$/,
]
/** How long a step may take, in seconds; a busy machine is given more. */
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
      const site = await servePage(await buildPage(version, adapter, stack))
      const { chains } = await readManifest(stack.devnet)
      const { rpcUrl } = chains[0]!
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
        // It alone: the list that was there before the search has others, and it too.
        await expect.poll(stock.foundWallets, soon).toEqual(['Rainbow'])
        await stock.back()
        await stock.connect()
        await shows('alice.eth')
        await shows(/\d{4}(?:\.\d+)? ?(?:\| )?ETH/)

        await stock.openActivity()
        await shows(/received.*\+100000\.000 USDC/)
        await stock.close()

        const bob = chains[0]!.names.find(({ name }) => name === 'bob.eth')!.address
        const usdc = chains[0]!.tokens.find(({ symbol }) => symbol === 'USDC')!.address
        const balance = async () =>
          BigInt(
            (await callNode(rpcUrl, 'eth_call', [
              { to: usdc, data: `0x70a08231${bob.slice(2).padStart(64, '0')}` },
              'latest',
            ])) as string,
          )
        const before = await balance()
        await stock.prepareSend('USDC', '3', 'bob.eth')
        await stock.send()
        await expect.poll(balance, soon).toBe(before + 3_000_000n)
        await page.reload()
        await shows('alice.eth')

        // For less than a thousand: 1.7.1 cannot reckon with an amount that it writes with a comma.
        await stock.prepareSwap({ to: 'USDC', amount: '0.1' })
        await stock.confirmSwap()
        await page.reload()
        await shows('alice.eth')
        await stock.prepareSwap({ from: 'USDC', to: 'DAI', amount: '100' })
        await stock.confirmSwap()
        await page.reload()
        await shows('alice.eth')
        await stock.openActivity()
        // What was paid, and then what came for it.
        await shows(/swapped \| 100\.000 USDC \| \d+\.\d{3} DAI/)
        await shows(/swapped \| 0\.100 ETH \| \d+\.\d{3} USDC/)
        await shows(/sent \| -?3\.000 USDC/)
        await stock.close()

        await stock.open()
        await page.getByTestId('disconnect-button').click()
        await pairWithWallet(page, stock, rpcUrl)
        await shows('bob.eth')
        await stock.close().catch(() => undefined)
      } catch (e) {
        const shown = await textOf(page).catch(() => '')
        throw new Error(`${e}\nThe page shows: ${shown}\nIt logged: ${traffic.errors.join('\n')}`, { cause: e })
      } finally {
        await traffic.settle()
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
})

/** A wallet on another device, made with the SDK that most are made with, takes the QR code's link. */
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

/** A page that is left, or opened again, gives up what it waits for. */
const isGivenUp = (failure: string | undefined) => failure === 'net::ERR_ABORTED'

/** For `distil.ts`. */
async function keep(folder: string, recording: Omit<Recording, 'api'>) {
  const name = `${recording.version}-${recording.adapter}.json`
  await writeFile(path.join(folder, name), JSON.stringify({ ...recording, api: stack.api }))
}
