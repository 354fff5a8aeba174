import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Harness, startHarness } from './startHarness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness?.stop())

const view = (page: Page, name: string) => page.locator(`[data-view="${name}"]`).waitFor()
const closed = (page: Page) => page.getByTestId('w3m-modal-card').waitFor({ state: 'detached' })
/** Something in the dialog has the focus: not the page, and not nothing. */
const isFocusWithin = (page: Page) =>
  page.evaluate(() => document.activeElement?.shadowRoot?.querySelector('dialog:focus-within') != null)

async function connect(page: Page) {
  await page.getByTestId('wallet-selector-dev.billfold.devnet').click()
  await page.getByTestId('account-button').waitFor()
}

describe('a view that needs an account', () => {
  it('opens for a visitor who connects for it', async () => {
    const { page, problems } = await harness.open()
    await page.route('**/v1/**', (route) => route.fulfill({ json: { balances: [], data: [], next: null } }))
    await page.getByTestId('connect-button').waitFor()
    await page.evaluate(() => window.harness.appKit.open({ view: 'WalletSend' }))
    await view(page, 'Connect')
    await connect(page)
    await view(page, 'WalletSend')
    await page.getByTestId('send-amount-input').waitFor()
    expect(problems).toEqual([])
  })

  it('is not behind the arrow once its wallet has left', async () => {
    const { page, problems } = await harness.open()
    await page.getByTestId('connect-button').click()
    await connect(page)
    await closed(page)
    await page.getByTestId('account-button').click()
    await page.getByTestId('w3m-account-select-network').click()
    await view(page, 'Networks')
    await page.evaluate(() => window.harness.wallet?.disconnect())
    await page.getByTestId('connect-button').waitFor({ state: 'attached' })
    await page.getByTestId('header-back').click()
    await view(page, 'Connect')
    await page.getByTestId('all-wallets').waitFor()
    expect(problems).toEqual([])
  })
})

describe('the account', () => {
  const scrollOf = (page: Page) => page.locator('.view').evaluate((element) => Math.round(element.scrollTop))
  const scrollDown = async (page: Page) => {
    // The view's height follows what loads.
    await expect
      .poll(() => page.locator('.view').evaluate((element) => element.scrollHeight - element.clientHeight))
      .toBeGreaterThan(40)
    await page.locator('.view').evaluate((element) => element.scrollTo({ top: 40, behavior: 'instant' }))
    expect(await scrollOf(page)).toBe(40)
  }
  const useAccount = (page: Page, index: number) =>
    page.evaluate((at) => window.harness.wallet!.switchAccount(at), index)

  it('is where it was for the same person, and starts at the top for the next one', async () => {
    const { page, problems } = await harness.open({}, { height: 380 })
    await page.route('**/v1/**', (route) => route.fulfill({ json: { balances: [], data: [], next: null } }))
    await page.getByTestId('connect-button').click()
    await connect(page)
    await closed(page)
    await page.getByTestId('account-button').click()
    await view(page, 'Account')
    await scrollDown(page)
    const visitNetworks = async (whileThere: () => Promise<unknown>) => {
      await page.getByTestId('w3m-account-select-network').click()
      await view(page, 'Networks')
      await whileThere()
      await page.getByTestId('header-back').click()
      await view(page, 'Account')
    }
    await visitNetworks(async () => undefined)
    expect(await scrollOf(page)).toBe(40)

    await visitNetworks(() => useAccount(page, 1))
    await page.locator('[data-view="Account"]').getByText('0x7099').first().waitFor()
    expect(await scrollOf(page)).toBe(0)

    await scrollDown(page)
    await useAccount(page, 0)
    await page.locator('[data-view="Account"]').getByText('0xf39F').first().waitFor()
    expect(await scrollOf(page)).toBe(0)
    expect(problems).toEqual([])
  })
})

describe('from a site’s JavaScript', () => {
  it.each(['Nowhere', 'Downloads'])('rejects the view %s by name, and keeps the dialog working', async (name) => {
    const { page, problems } = await harness.open()
    await page.getByTestId('connect-button').waitFor()
    await page.evaluate((unknown) => window.harness.appKit.open({ view: unknown as never }), name)
    await view(page, 'Connect')
    await page.getByTestId('all-wallets').waitFor()
    // The code that warns the developer comes in a file of its own.
    const warning = `Unknown view “${name}”. A site can open Account,`
    await expect.poll(() => problems).toEqual([expect.stringMatching(warning)])
    await connect(page)
    await closed(page)
  })

  it('ignores an unknown color mode in favor of the system’s', async () => {
    const options = { themeMode: 'blue' as never }
    const { page, problems } = await harness.open({ options }, { scheme: 'dark' })
    await page.getByTestId('connect-button').click()
    await view(page, 'Connect')
    await page.evaluate(() => window.harness.appKit.setThemeMode('green' as never))
    expect(await page.locator('[data-billfold][data-theme="dark"]').count()).toBeGreaterThan(1)
    expect(await page.locator('[data-billfold]:not([data-theme="dark"])').count()).toBe(0)
    const warning = 'themeMode must be "light", "dark" or "auto", and is "blue".'
    await expect.poll(() => problems).toEqual([expect.stringContaining(warning)])
  })

  it('fills a language’s missing texts in English', async () => {
    const messages = { button: { connect: 'Konekti' }, titles: { Connect: 'Konekti monujon', AllWallets: 7 } }
    const options = { locale: { tag: 'en_US', direction: 'ltr', messages } as never }
    const { page, problems } = await harness.open({ options })
    await page.getByText('Konekti', { exact: true }).click()
    await page.getByRole('dialog', { name: 'Konekti monujon' }).waitFor()
    await page.getByTestId('all-wallets').click()
    await page.getByRole('dialog', { name: 'All wallets' }).waitFor()
    await page.getByTestId('header-back').click()
    await connect(page)
    await closed(page)
    await page.getByTestId('account-button').click()
    await page.getByText('Disconnect').waitFor()
    const warning = /\d+ texts of your language are missing and are shown in English/
    await expect.poll(() => problems).toEqual([expect.stringMatching(warning)])
  })
})

const token = (symbol: string, address: string, decimals: number) => ({
  name: symbol,
  symbol,
  address: `eip155:31337:${address}`,
  decimals,
  logoUri: null,
})
const [coin, dollar] = [
  token('ETH', '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee', 18),
  token('USDC', '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', 6),
]
const quote = {
  id: 'one',
  fromAmount: '1000000000000000000',
  fromAccount: coin.address,
  toAmount: '2992500000',
  toAccount: dollar.address,
  source: { id: 'uniswap', name: 'Uniswap' },
  slippageBps: 100,
  priceImpactBps: 12,
  gas: '21000',
  gasPrice: '1',
}
const answers: Record<string, unknown> = {
  '/v1/supported-chains': { http: ['eip155:31337'], ws: [] },
  '/v1/convert/tokens': { tokens: [coin, dollar] },
  '/v1/convert/quotes': { quotes: [quote], silent: [] },
}

const answer = (page: Page) =>
  page.route('**/v1/**', (route) => {
    const body = answers[new URL(route.request().url()).pathname]
    return body ? route.fulfill({ json: body }) : route.fulfill({ status: 503 })
  })

/** The events of the page's own listener from now on, without those of the dialog's opening. */
async function listen(page: Page) {
  await page.evaluate(() => {
    const events: unknown[] = []
    Object.assign(window, { heard: events })
    window.harness.appKit.subscribeEvents(({ data: { event, properties } }) => void events.push({ event, properties }))
  })
  return () => page.evaluate(() => (window as unknown as { heard: unknown[] }).heard)
}

describe('events of a visitor’s press', () => {
  it('sends LOAD_MORE_TRANSACTIONS for more activity, with its cursor', async () => {
    const { page } = await harness.open()
    const row = (id: string, minedAt: string) => ({
      id,
      metadata: {
        ...{ operationType: 'receive', hash: `0x${id.repeat(64)}`, chain: 'eip155:31337', minedAt, nonce: 1 },
        ...{ sentFrom: '0x1', sentTo: '0x2', status: 'confirmed' },
      },
      transfers: [{ direction: 'in', quantity: { numeric: '1' }, fungible_info: { name: 'Ether', symbol: 'ETH' } }],
    })
    await page.route('**/v1/account/*/history**', (route) => {
      const isFirst = !route.request().url().includes('page2')
      const [id, minedAt] = isFirst ? ['a', '2026-05-05T05:05:05Z'] : ['b', '2026-04-04T04:04:04Z']
      return route.fulfill({ json: { data: [row(id, minedAt)], next: isFirst ? 'page2' : null } })
    })
    await page.getByTestId('connect-button').click()
    await connect(page)
    await closed(page)
    await page.evaluate(() => window.harness.appKit.open({ view: 'Transactions' }))
    const more = page.getByTestId('activity-more')
    await more.waitFor()
    const events = await listen(page)
    await more.click()
    await expect.poll(() => page.getByTestId('month-indexes').count()).toBe(2)
    const address = await page.evaluate(() => window.harness.appKit.getAddress())
    expect(await events()).toEqual([
      {
        event: 'LOAD_MORE_TRANSACTIONS',
        properties: { address, projectId: 'harness', cursor: 'page2', isSmartAccount: false },
      },
    ])
  })

  it('of a sign-in that the wallet rejects: CLICK_SIGN_SIWX_MESSAGE, then SIWX_AUTH_ERROR', async () => {
    const { page } = await harness.open({ signIn: true })
    await page.getByTestId('connect-button').click()
    await page.getByTestId('wallet-selector-dev.billfold.devnet').click()
    const sign = page.getByTestId('w3m-connecting-siwe-sign')
    await sign.waitFor()
    await page.evaluate(() => window.harness.wallet?.policy('reject'))
    const events = await listen(page)
    await sign.click()
    const place = { network: 'eip155:31337', isSmartAccount: false }
    await expect.poll(events).toEqual([
      { event: 'CLICK_SIGN_SIWX_MESSAGE', properties: place },
      { event: 'SIWX_AUTH_ERROR', properties: { message: expect.stringContaining('reject'), ...place } },
    ])
  })
})

describe('a profile picture', () => {
  const avatar = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'

  it('appears next to the person everywhere: account, settings, profile, account list and recipient', async () => {
    const { page, problems } = await harness.open()
    await page.route('**/v1/**', (route) => {
      const { pathname } = new URL(route.request().url())
      if (pathname.includes('/identity/')) return route.fulfill({ json: { name: 'ada.eth', avatar } })
      return route.fulfill({ json: { balances: [], data: [], next: null, http: ['eip155:31337'], ws: [], tokens: [] } })
    })
    const pictures = (name: string) => page.locator(`[data-view="${name}"] img[src="${avatar}"]`)
    const drawn = (name: string) => page.locator(`[data-view="${name}"] .identicon`)
    await page.getByTestId('connect-button').click()
    await connect(page)
    await closed(page)
    await page.getByTestId('account-button').click()
    await page.getByTestId('single-account-avatar').locator(`img[src="${avatar}"]`).waitFor()
    await page.getByTestId('w3m-profile-button').click()
    await view(page, 'AccountSettings')
    await pictures('AccountSettings').waitFor()
    expect(await drawn('AccountSettings').count()).toBe(0)
    // A wallet with several accounts leads here.
    await page.evaluate(() => window.harness.appKit.kit.store.send({ type: 'modal/pushed', view: { name: 'Profile' } }))
    await view(page, 'Profile')
    // The account's own, and one in its row.
    await page.getByTestId('switch-address-item').waitFor()
    await expect.poll(() => pictures('Profile').count()).toBe(2)
    expect(await drawn('Profile').count()).toBe(0)
    await page.evaluate(() => window.harness.appKit.open({ view: 'WalletSend' }))
    await page.getByTestId('send-recipient-input').fill('0x8617E340B3D01FA5F11F306F4090FD50E238070D')
    await page.getByTestId('send-recipient-found').locator(`img[src="${avatar}"]`).waitFor()
    expect(problems).toEqual([])
  })
})

describe('the focus', () => {
  it('stays in the dialog while a swap is confirmed, sent and done', async () => {
    const router = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
    const swapContracts = { 'eip155:31337': { uniswap: { router, spender: router } } } as const
    const { page } = await harness.open({ options: { swapContracts } }, { moves: true })
    await answer(page)
    await page.getByTestId('connect-button').click()
    await connect(page)
    await closed(page)
    await page.getByTestId('account-button').click()
    await page.getByTestId('wallet-features-swaps-button').click()
    await page.getByTestId('swap-select-token-button-toToken').click()
    await page.getByTestId('swap-select-token-item-USDC').click()
    const events = await listen(page)
    await page.locator('[data-testid="swap-action-button"][data-label="review"]:not([disabled])').focus()
    await page.keyboard.press('Enter')
    await page.getByTestId('swap-preview-receive').waitFor()
    const amounts = { swapFromAmount: '1', swapToAmount: '2992.5' }
    const place = { network: 'eip155:31337', isSmartAccount: false }
    const swapToToken = dollar.address.split(':')[2]
    expect(await events()).toEqual([
      { event: 'INITIATE_SWAP', properties: { ...place, swapFromToken: 'ETH', swapToToken, ...amounts } },
    ])
    await expect.poll(() => isFocusWithin(page)).toBe(true)
    await page.getByTestId('swap-action-button').focus()
    const tell = (what: 'started' | 'sent') =>
      page.evaluate((kind) => {
        const { store } = window.harness.appKit.kit
        const details = { network: 'eip155:31337', from: 'ETH', to: 'USDC', fromAmount: '1', toAmount: '2' }
        const [from, to] = [
          { fromAmount: '1', fromAccount: '' },
          { toAmount: '2', toAccount: '' },
        ]
        const quote = { id: 'q', ...from, ...to, toAmountMin: '1', slippageBps: 100 }
        if (kind === 'started') return store.send({ type: 'swap/started', ...details, quote })
        const me = window.harness.appKit.getAddress()!
        store.send({
          type: 'transaction/sent',
          transaction: {
            hash: `0x${'12'.repeat(32)}`,
            networkId: 'eip155:31337',
            kind: 'swap',
            from: me,
            call: { from: me, to: me, value: '0', data: '0x' },
            meant: { to: me, amount: '2', symbol: 'USDC', decimals: 6 },
            sentAt: Date.now(),
            status: 'pending',
          },
        })
      }, what)
    await tell('started')
    await page.getByTestId('swap-action-button').waitFor({ state: 'detached' })
    await expect.poll(() => isFocusWithin(page)).toBe(true)
    await tell('sent')
    await view(page, 'Account')
    await expect.poll(() => isFocusWithin(page)).toBe(true)
  })

  it('stays in the dialog when its control is disabled, and returns to it', async () => {
    const { page } = await harness.open()
    await page.getByTestId('connect-button').click()
    const button = page.getByTestId('all-wallets')
    await button.focus()
    const switchOff = (isOff: boolean) => button.evaluate((each, off) => Object.assign(each, { disabled: off }), isOff)
    await switchOff(true)
    await expect.poll(() => isFocusWithin(page)).toBe(true)
    await switchOff(false)
    await expect.poll(() => button.evaluate((each) => each.matches(':focus'))).toBe(true)
  })

  it('moves to the control that replaces its own', async () => {
    const { page } = await harness.open()
    await page.getByTestId('connect-button').click()
    const button = page.getByTestId('all-wallets')
    await button.focus()
    await button.evaluate((each) => each.replaceWith(each.cloneNode(true)))
    await expect.poll(() => button.evaluate((each) => each.matches(':focus'))).toBe(true)
  })

  it('stays in the dialog when what is over the view is dismissed', async () => {
    const { page } = await harness.open({ options: { projectId: '' } })
    await page.getByTestId('connect-button').click()
    const dismiss = page.getByRole('button', { name: 'Dismiss' })
    await dismiss.focus()
    await page.keyboard.press('Enter')
    await dismiss.waitFor({ state: 'detached' })
    await expect.poll(() => isFocusWithin(page)).toBe(true)
    await page.keyboard.press('Escape')
    await closed(page)
  })
})
