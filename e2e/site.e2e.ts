import { randomBytes } from 'node:crypto'
import { encodeBase58 } from '@billfold/protocol/base58'
import { pictureProblem } from '@billfold/react/test/gallery/pictureFiles.ts'
import { segwitAddress } from '@billfold/testkit/bitcoin/bitcoinKey'
import { formatAmount } from '@billfold/web/formatAmount.ts'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { callNode, readManifest } from './callNode.ts'
import { axeFindings, test } from './harness.ts'
import { looks } from './looks.ts'
import { openPictureBrowser, readmeFolder, readmePictures } from './readmePictures.ts'
import { stack } from './stack.ts'
import { type Receipt, swapOnce } from './swapOnce.ts'

const { site, devnet } = stack

const retake = 'if it is right: npm start, then npm run pictures -- --readme'
const proof = `${site}/proof`

async function isAlive(page: Page): Promise<void> {
  await page.getByTestId('connect-button').waitFor()
  await page.getByTestId('w3m-modal-card').waitFor()
}

const networkIsAlive = (page: Page): Promise<void> => page.getByTestId('price-WETH').waitFor()

/** The site's own wallet, up to its prompt. */
async function openWalletPrompt(page: Page): Promise<void> {
  await page.getByTestId('connect-button').click()
  await page.getByTestId('wallet-selector-dev.billfold.devnet').click()
  await page.getByTestId('wui-list-chain-eip155').click()
  await page.getByTestId('testwallet-approve').waitFor()
}

test.for(Object.entries(looks))('%s: alive, accessible, nothing wider than the window', async ([, look], { open }) => {
  const page = await open(site, { ...look, axe: true })
  await isAlive(page)
  expect(await page.locator('h1').count()).toBe(1)
  expect(await axeFindings(page)).toEqual([])
  const excess = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  const startOf = async (selector: string) => (await page.locator(selector).boundingBox())?.x ?? Number.NaN
  const cardIsAfterSentence = async () => (await startOf('.pitch h1')) < (await startOf('[data-testid=w3m-modal-card]'))
  const isWide = look.viewport.width > 1000
  expect(await excess()).toBeLessThanOrEqual(0)
  if (isWide) expect(await cardIsAfterSentence()).toBe(true)
  await page.evaluate(() => {
    document.documentElement.dir = 'rtl'
  })
  expect(await excess()).toBeLessThanOrEqual(0)
  if (isWide) expect(await cardIsAfterSentence()).toBe(false)
  // The direction changes no color, name or role: one theme of each width is enough.
  if (look.colorScheme === 'dark') expect(await axeFindings(page)).toEqual([])
})

test('the pages work without a part that fails to load, and say so', async ({ open }) => {
  const home = await open(site, {
    allow: [/ERR_FAILED/],
    prepare: (context) => context.route(/\/SwapProof-/, (route) => route.abort()),
  })
  await home.getByTestId('swap-missing').waitFor()
  await isAlive(home)
  const page = await open(proof, {
    axe: true,
    allow: [/ERR_FAILED/],
    prepare: (context) => context.route(/\/LocalNetwork-/, (route) => route.abort()),
  })
  await page.getByTestId('network-missing').waitFor()
  await page.getByTestId('connect-button').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await page.context().unroute(/\/LocalNetwork-/)
  await page.getByRole('button', { name: 'Reload page' }).click()
  await networkIsAlive(page)
})

test('the page shows the chain’s own data: blocks as they are mined, and prices of the pools', async ({ open }) => {
  const { chains, accounts } = await readManifest(devnet)
  const { tokens, contracts, rpcUrl } = chains[0]!
  const page = await open(proof)
  await networkIsAlive(page)
  const price = Number((await page.getByTestId('price-WETH').innerText()).replaceAll(',', ''))
  const of = (symbol: string) => tokens.find((token) => token.symbol === symbol)!.address
  const word = (value: bigint | string) => BigInt(value).toString(16).padStart(64, '0')
  // The quoter's quoteExactInputSingle((WETH, USDC, 0.01 WETH, 0.05%, no limit)), called apart from the page.
  const data = `0xc6a5026a${word(of('WETH'))}${word(of('USDC'))}${word(10n ** 16n)}${word(500n)}${word(0n)}`
  const quoted = await callNode<string>(rpcUrl, 'eth_call', [{ to: contracts.uniswapV3QuoterV2, data }, 'latest'])
  const perEther = (Number(BigInt(quoted.slice(0, 66))) / 1e6) * 100
  expect(Math.abs(price - perEther) / perEther).toBeLessThan(0.02)

  const shown = async () => BigInt((await page.getByTestId('block-number').innerText()).replaceAll(',', ''))
  const before = await shown()
  const [{ address: from }, { address: to }] = [accounts[8]!, accounts[9]!]
  const hash = await callNode<string>(rpcUrl, 'eth_sendTransaction', [{ from, to, value: '0x1' }])
  const { blockNumber } = await callNode<{ blockNumber: string }>(rpcUrl, 'eth_getTransactionReceipt', [hash])
  expect(BigInt(blockNumber)).toBeGreaterThan(before)
  await expect.poll(shown).toBeGreaterThanOrEqual(BigInt(blockNumber))
})

test('the wallet’s window covers the card, its rejection leads back, and all draw the same picture of an address', async ({
  open,
}) => {
  const page = await open(site)
  await isAlive(page)
  const drawn = (within: string) =>
    page
      .locator(`${within} .identicon path`)
      .evaluateAll((paths) => paths.map((each) => `${each.getAttribute('fill')} ${each.getAttribute('transform')}`))
  await openWalletPrompt(page)
  const inWallet = await drawn('[data-testid=testwallet-window]')
  expect(inWallet).toHaveLength(4)
  await page.getByTestId('testwallet-reject').click()
  await page.getByText('You rejected the request. Nothing was shared.').waitFor()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByTestId('testwallet-approve').click()
  await page.getByRole('heading', { name: 'Connected with Devnet Wallet' }).waitFor()
  await page.getByTestId('page-account').waitFor()
  // The button's picture of an account loads in a file of its own.
  await expect.poll(() => drawn('[data-testid=page-account]')).toEqual(inWallet)
  await expect.poll(() => drawn('[data-testid=account-button]')).toEqual(inWallet)
})

test('the card is a part of the page: no dialog over it, and the button leads to it', async ({ open }) => {
  const page = await open(site, { viewport: { width: 390, height: 500 } })
  await isAlive(page)
  const card = page.getByTestId('w3m-modal-card')
  expect(await page.getByTestId('w3m-modal-overlay').count()).toBe(0)
  await page.getByTestId('connect-button').click()
  await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toBe('stage-card')
  await page.keyboard.press('Tab')
  await expect.poll(() => card.evaluate((own) => own.matches(':focus-within'))).toBe(true)
})

test('the pages fit a screen of 320 pixels, as at a zoom of 400 %', async ({ open }) => {
  for (const path of [
    '/',
    '/proof',
    '/playground',
    '/gallery?view=Connect',
    '/docs/quick-start',
    '/docs/nowhere',
    '/nowhere',
  ]) {
    const page = await open(`${stack.site}${path}`, { viewport: { width: 320, height: 800 }, allow: [/status of 404/] })
    if (path === '/proof') await networkIsAlive(page)
    else if (path === '/' || path === '/playground') await page.getByTestId('connect-button').waitFor()
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth), { message: path }).toBe(320)
    // One line, with both ways out of every page.
    const header = page.locator('header').first()
    const tops = await header
      .locator('a:visible, button:visible, .language:visible')
      .evaluateAll((parts) =>
        parts.map((part) => Math.round(part.getBoundingClientRect().top + part.getBoundingClientRect().height / 2)),
      )
    if (path !== '/playground' && path !== '/proof') expect(new Set(tops).size, path).toBe(1)
    for (const to of ['/docs', '/gallery'])
      expect(await header.locator(`a[href="${to}"]`).first().isVisible(), path).toBe(true)
  }
})

test('the faucet rejects an invalid address, and sends funds to several families, with their transactions', async ({
  open,
}) => {
  const page = await open(proof, { axe: true })
  await networkIsAlive(page)
  await page.getByLabel('Test funds for').fill('vitalik')
  await page.getByTestId('faucet-button').click()
  await page.getByText('That is not an address').waitFor()
  const address = `0x${randomBytes(20).toString('hex')}`
  await page.getByLabel('Test funds for').fill(address)
  await page.getByTestId('faucet-button').click()
  await page.getByText('+10 ETH').waitFor()
  const { chains } = await readManifest(devnet)
  const { rpcUrl } = chains[0]!
  expect(BigInt(await callNode<string>(rpcUrl, 'eth_getBalance', [address, 'latest']))).toBe(10n ** 19n)
  const hashes = await page.locator('.hash').allInnerTexts()
  expect(hashes.length).toBeGreaterThan(1)
  for (const hash of hashes)
    expect(await callNode(rpcUrl, 'eth_getTransactionReceipt', [hash])).toMatchObject({ status: '0x1' })
  expect(await axeFindings(page)).toEqual([])

  // Recognizes an address of another family, by keys alone.
  const { solana, bitcoin } = await readManifest(devnet)
  for (const [other, chain, brings] of [
    [encodeBase58(randomBytes(32)), solana!.name, '+10 SOL'],
    [segwitAddress('bcrt', randomBytes(20)), bitcoin!.name, '+1 BTC'],
  ] as const) {
    await page.getByLabel('Test funds for').fill(other)
    await page.getByTestId('faucet-place').getByText(`On ${chain}`).waitFor()
    await page.keyboard.press('Enter')
    await page.getByText(brings).waitFor()
    await page.getByText(`Done: mined on ${chain}`).waitFor()
  }
  expect(await axeFindings(page)).toEqual([])
})

test('the documentation works by keys, follows the reader’s choices, copies its samples and fits a phone', async ({
  open,
}) => {
  const page = await open(`${site}/docs/quick-start`, { axe: true, permissions: ['clipboard-write'] })
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))

  // Tabs by keys, and the choice holds on the next visit.
  await page.getByRole('tab', { name: 'React' }).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.getByRole('tabpanel', { name: 'Vue' }).getByText('src/App.vue').waitFor()
  expect(await page.getByText('src/Header.tsx').first().isVisible()).toBe(false)
  await page.reload()
  expect(await page.getByRole('tab', { name: 'Vue' }).getAttribute('aria-selected')).toBe('true')

  const sample = page.getByRole('tabpanel', { name: 'Vue' }).locator('figure', { hasText: 'src/wallets.ts' })
  await sample.getByRole('button', { name: 'Copy src/wallets.ts' }).click()
  await sample.getByText('Copied').waitFor()
  // Listen before the key press: a call that is not awaited may run later.
  await page.evaluate(() =>
    addEventListener('paste', ({ clipboardData }) => {
      document.documentElement.dataset.pasted = clipboardData?.getData('text/plain') ?? ''
    }),
  )
  await page.keyboard.press('Control+V')
  const pasted = () => page.evaluate(() => document.documentElement.dataset.pasted)
  await expect.poll(pasted).toBe(await sample.locator('code').textContent())

  const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  const light = await ground()
  await page.getByRole('button', { name: 'Switch between light and dark' }).click()
  const dark = await ground()
  expect(dark).not.toBe(light)

  // The search fetches its index when it opens, and nothing else.
  expect(requests.filter((url) => url.includes('docs-index'))).toEqual([])
  await page.keyboard.press('/')
  await page.keyboard.type('zzzyx')
  await page.getByText('Nothing found for “zzzyx”').waitFor()
  await page.getByRole('combobox').fill('relayUrl')
  await page.getByRole('option', { name: 'relayUrl' }).first().waitFor()
  expect(await axeFindings(page)).toEqual([])
  await page.keyboard.press('Enter')
  await page.waitForURL(`${site}/docs/reference/options#relayurl`)
  expect(requests.filter((url) => url.includes('docs-index'))).toHaveLength(1)
  expect(await ground()).toBe(dark)
  expect(await axeFindings(page)).toEqual([])

  // The long pages: settings, tables with tests, a table of every name, a page with a policy. In light, as a new reader
  // sees them.
  await page.getByRole('button', { name: 'Switch between light and dark' }).click()
  for (const slug of ['operators', 'security', 'appkit-names', 'guides/csp']) {
    await page.goto(`${site}/docs/${slug}`)
    expect(await axeFindings(page), slug).toEqual([])
  }

  await page.setViewportSize({ width: 390, height: 844 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('link', { name: 'Quick start' }).click()
  await page.getByRole('heading', { level: 1, name: 'Quick start' }).waitFor()
  expect(await axeFindings(page)).toEqual([])
})

test('the first page draws a swap from its own transaction, and the visitor’s in its place', async ({ open }) => {
  const page = await open(site, { axe: true })
  await isAlive(page)
  await page.getByTestId('swap-proof').locator('[data-testid=swap-none], [data-testid=swap-drawing]').waitFor()
  const { id, rpcUrl, pools, tokens, contracts } = (await readManifest(devnet)).chains[0]!
  const hash = await swapOnce(rpcUrl, contracts.uniswapV3SwapRouter!, pools, tokens)
  if (await page.getByTestId('swap-drawing').isVisible())
    await page.getByRole('button', { name: 'Draw the newest swap' }).click()
  await page.getByTestId('swap-drawing').getByText(hash).waitFor()
  const drawn = await page.getByTestId('swap-drawing').innerText()
  const { blockNumber, logs } = await callNode<Receipt>(rpcUrl, 'eth_getTransactionReceipt', [hash])
  expect(drawn).toContain(`block ${Number(blockNumber).toLocaleString('en')}`)
  // The account's gain, by the token’s own event.
  const usdc = tokens.find(({ symbol }) => symbol === 'USDC')!
  const got = logs.find(({ address }) => address.toLowerCase() === usdc.address.toLowerCase())!
  expect(drawn).toContain(`+${formatAmount(BigInt(got.data), usdc.decimals)} USDC`)
  expect(id).toBeGreaterThan(0)
  expect(await axeFindings(page)).toEqual([])
})

test('the card stays at the top of its column, and nothing below moves as its views change', async ({ open }) => {
  const page = await open(site, looks.light)
  await isAlive(page)
  const topOf = async (selector: string) => (await page.locator(selector).boundingBox())!.y
  const card = '[data-testid=w3m-modal-card]'
  const before = [await topOf(card), await topOf('.swaps')]
  expect(before[0]! - (await topOf('.hero'))).toBeLessThan(60)
  await page.getByTestId('all-wallets').click()
  await page.getByTestId('wallet-list').waitFor()
  expect([await topOf(card), await topOf('.swaps')]).toEqual(before)
  await page.getByTestId('header-back').click()
  await openWalletPrompt(page)
  await page.getByTestId('testwallet-approve').click()
  await page.getByTestId('page-account').waitFor()
  expect(await topOf(card)).toBe(before[0])
  expect(await topOf('.swaps')).toBe(before[1])
})

test('the language switch changes the kit, the header and the direction, and holds on the next visit', async ({
  open,
}) => {
  const page = await open(site, { axe: true })
  await isAlive(page)
  await page.getByTestId('site-language').selectOption('العربية')
  await page.getByRole('link', { name: 'الوثائق', exact: true }).waitFor()
  await page.getByTestId('all-wallets').getByText('كل المحافظ').waitFor()
  expect(await page.evaluate(() => [document.documentElement.lang, document.documentElement.dir])).toEqual([
    'ar',
    'rtl',
  ])
  // Untranslated parts are named.
  await page.getByText('وبقية الموقع بالإنجليزية').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await page.goto(proof)
  await page.getByRole('link', { name: 'المعرض', exact: true }).waitFor()
  await page.getByTestId('site-language').selectOption('English')
  await page.getByRole('link', { name: 'Gallery', exact: true }).first().waitFor()
  expect(await page.evaluate(() => document.documentElement.dir)).toBe('ltr')
})

test('the pictures in the README show the site as it is', async () => {
  const { browse, close } = await openPictureBrowser(site)
  try {
    for (const [name, take] of Object.entries(readmePictures))
      expect(await pictureProblem(name, () => take(browse), readmeFolder), retake).toBeUndefined()
  } finally {
    await close()
  }
})

test('a missing page of the documentation leads on within it', async ({ open }) => {
  const page = await open(`${site}/docs/guides/raect`, { axe: true, allow: [/status of 404/] })
  await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor()
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Search the docs' }).click()
  expect(await page.getByRole('combobox').inputValue()).toBe('guides raect')
  await page.keyboard.press('Escape')
  await page.locator('.missing-pages').getByRole('link', { name: 'React', exact: true }).click()
  await page.waitForURL(`${site}/docs/guides/react`)
})

test('a wrong address leads back', async ({ open }) => {
  const page = await open(`${site}/nowhere`, { axe: true, allow: [/status of 404/] })
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('link', { name: 'Back to Billfold' }).click()
  await isAlive(page)
})
