import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PageSetup } from './page/pageSetup.ts'
import { type Harness, startHarness } from './startHarness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness({ isDevelopment: true })
})
afterAll(() => harness?.stop())

const open = (setup: PageSetup = {}) => harness.open(setup, { path: '/plain.html' })
const button = (page: Page, id: string) => page.locator(`#${id}`).getByRole('button')

async function connect(page: Page) {
  await button(page, 'main').click()
  await page.getByTestId('wallet-selector-dev.billfold.devnet').click()
  await button(page, 'main').getByText('0x').waitFor()
  await page.getByTestId('w3m-modal-card').waitFor({ state: 'detached' })
}

describe('a plain page', () => {
  it('connects, shows the account and its network, and disconnects', async () => {
    const { page, problems } = await open()
    expect(await page.getByTestId('w3m-network-button').locator('bdi').innerText()).toBe('Devnet')
    expect(await button(page, 'connect').innerText()).toBe('Another wallet')
    expect(await page.locator('#account').getByRole('button').count()).toBe(0)
    await connect(page)
    await button(page, 'main').getByText('4.2').waitFor()
    expect(await button(page, 'account').locator('.address').innerText()).toMatch(/^0x[0-9a-fA-F]{2}…[0-9a-fA-F]{3}$/)
    expect(await button(page, 'account').locator('.host-amount').count()).toBe(0)
    await button(page, 'account').click()
    await page.getByRole('button', { name: 'Disconnect' }).click()
    await button(page, 'main').getByText('Connect wallet').waitFor()
    await expect.poll(() => page.locator('#account').getByRole('button').count()).toBe(0)
    expect(problems).toEqual([])
  })

  it('shows an account’s name and avatar in place of its address, on every button, even while pressed', async () => {
    const held = Promise.withResolvers<void>()
    const avatar = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
    const { page, problems } = await harness.open(
      {},
      {
        path: '/plain.html',
        prepare: async (fresh) => {
          await fresh.route('**/v1/supported-chains*', (route) =>
            route.fulfill({ json: { http: ['eip155:31337'], ws: [] } }),
          )
          await fresh.route('**/v1/identity/**', async (route) => {
            await held.promise
            await route.fulfill({ json: { name: 'ada.eth', avatar } })
          })
        },
      },
    )
    await connect(page)
    await button(page, 'main').getByText('4.2').waitFor()
    // The name comes while the finger is down, and the press counts.
    await button(page, 'main').locator('.address').hover({ force: true })
    await page.mouse.down()
    held.resolve()
    await button(page, 'main').getByText('ada.eth').waitFor()
    expect(problems).toEqual([])
    await page.mouse.up()
    await page.getByRole('dialog', { name: 'Account' }).waitFor()
    const named = button(page, 'account').locator('[title]')
    expect([await named.innerText(), await named.getAttribute('title')]).toEqual([
      'ada.eth',
      expect.stringMatching(/^0x[0-9a-fA-F]{40}$/),
    ])
    expect(await button(page, 'account').locator('.address').count()).toBe(0)
    // As the dialog shows it: the picture that goes with the name, in the drawn one's place.
    await button(page, 'account').locator(`img[src="${avatar}"]`).waitFor()
    expect(await button(page, 'account').locator('.identicon').count()).toBe(0)
  })

  it('warns its developer of a misspelt option, and continues', async () => {
    const { page, problems } = await open({ options: { themeMod: 'dark' } as never })
    const warning = 'createAppKit: There is no option themeMod. Did you mean themeMode?'
    await expect.poll(() => problems).toEqual([expect.stringContaining(warning)])
    await page.getByTestId('connect-button').first().waitFor()
  })

  it('opens the wallet that a button names, and supports the older tags', async () => {
    const { page, problems } = await open()
    await page.locator('#old').getByText('Connect wallet').waitFor()
    const straight = page.getByTestId('apkt-wallet-button-devnet')
    // Wallets announce themselves after the button is drawn; until then it has its attribute's name.
    await expect.poll(() => straight.innerText()).toBe('Devnet Wallet')
    await straight.click()
    await page.locator('#old').getByText('0x').waitFor()
    await page.getByTestId('w3m-modal-card').waitFor({ state: 'detached' })
    expect(problems).toEqual([])
  })

  it('follows attributes and properties, those too that were set before the tag was known', async () => {
    const { page, problems } = await open()
    await button(page, 'main').waitFor()
    await page.locator('#main').evaluate((element) => element.setAttribute('label', 'Sign in'))
    await button(page, 'main').getByText('Sign in').waitFor()
    await page.locator('#main').evaluate((element) => Object.assign(element, { disabled: true, size: 'sm' }))
    await page.locator('#main button:disabled.host-button-sm').waitFor()
    expect((await button(page, 'main').boundingBox())?.height).toBe(36)
    await page.evaluate(() => {
      const early = document.createElement('appkit-button')
      // A page's script that runs before the kit sets a property on the element.
      Object.defineProperty(early, 'label', { value: 'Early', configurable: true, writable: true, enumerable: true })
      early.id = 'early'
      document.body.append(early)
    })
    await button(page, 'early').getByText('Early').waitFor()
    expect(problems).toEqual([])
  })

  it('keeps its button through a move, and removes it with its element', async () => {
    const { page, problems } = await open()
    await button(page, 'main').waitFor()
    const kept = await page.locator('#main').evaluate(async (element) => {
      const before = element.shadowRoot?.querySelector('button')
      document.body.prepend(element)
      await Promise.resolve()
      return before !== null && before === element.shadowRoot?.querySelector('button')
    })
    expect(kept).toBe(true)
    const left = await page.locator('#main').evaluate(async (element) => {
      element.remove()
      await Promise.resolve()
      return element.shadowRoot?.childElementCount
    })
    expect(left).toBe(0)
    expect(problems).toEqual([])
  })
})

describe('the on-ramp widget', () => {
  const ether = { chainId: 'eip155:31337', address: null, symbol: 'ETH', name: 'Ether', decimals: 18 }
  const bank = (limits: object[]) => ({ id: 'bank', name: 'Bank', assets: [ether], limits })
  const limits = ['USD', 'EUR'].map((currency) => ({ currency, method: 'card', min: '10', max: '2000' }))
  const sells = (answer: object) => async (fresh: Page) => {
    await fresh.route('**/v1/onramp/providers*', (route) => route.fulfill({ json: answer }))
    await fresh.route('**/v1/onramp/providers/bank/quote*', (route) => {
      const { pays, method, currency } = route.request().postDataJSON()
      const quote = { provider: 'bank', quoteId: null, endsAt: null, asset: ether, fees: [], arrivesInSeconds: null }
      return route.fulfill({ json: { ...quote, currency, method, pays, gets: '1000000000000000' } })
    })
  }

  it('renders nothing if no one sells', async () => {
    let requestCount = 0
    const { page, problems } = await harness.open(
      {},
      {
        path: '/plain.html',
        prepare: async (fresh) =>
          void fresh.on('response', (one) => (requestCount += Number(one.url().includes('/onramp/')))),
      },
    )
    await expect.poll(() => requestCount).toBe(1)
    await expect.poll(() => page.locator('#onramp').innerText()).toBe('')
    expect(await page.locator('#onramp').getByRole('button').count()).toBe(0)
    expect(problems).toEqual([])
  })

  it('asks for a wallet, connects one, and opens the quotes for the filled-in amount', async () => {
    const answer = { providers: [bank(limits)], countries: ['DE', 'AT'], asksCountry: true }
    const { page, problems } = await harness.open({}, { path: '/plain.html', prepare: sells(answer) })
    const widget = page.locator('#onramp')
    await widget.getByText('Connect a wallet to see offers.').waitFor()
    await widget.getByTestId('onramp-widget-preset-250').click()
    await widget.getByTestId('onramp-widget-currency').selectOption('EUR')
    await widget.getByTestId('onramp-widget-button').click()
    await page.getByTestId('wallet-selector-dev.billfold.devnet').click()
    await page.getByTestId('w3m-modal-card').waitFor({ state: 'detached' })
    // Quotes that depend on the country need it first; this operator sells in two.
    const quotes = widget.getByRole('button', { name: 'Get quotes' })
    await expect.poll(() => quotes.isDisabled()).toBe(true)
    expect(await widget.getByTestId('buy-country').locator('option').allInnerTexts()).toEqual([
      'Choose your country',
      'Austria',
      'Germany',
    ])
    await widget.getByTestId('buy-country').selectOption('AT')
    const quoteRequest = page.waitForRequest('**/v1/onramp/providers/bank/quote*')
    await quotes.click()
    expect((await quoteRequest).postDataJSON()).toMatchObject({ pays: '250', currency: 'EUR', country: 'AT' })
    await page.getByTestId('buy-offer-bank-card').getByText('0.001 ETH').waitFor()
    expect(problems).toEqual([])
  })
})

describe('kits and elements', () => {
  it('leaves the elements of a disposed kit empty, and fills them by the next one', async () => {
    const { page, problems } = await open()
    await button(page, 'main').waitFor()
    const left = await page.evaluate(() => {
      window.harness.appKit.dispose()
      const hosts = document.querySelectorAll('appkit-button, appkit-network-button, appkit-connect-button')
      return [...hosts]
        .map((host) => host.shadowRoot?.childElementCount)
        .concat(document.querySelectorAll('[data-billfold-host]').length)
    })
    expect(left).toEqual([0, 0, 0, 0])
    await page.evaluate(() => window.harness.create?.({}))
    await button(page, 'main').click()
    await page.getByRole('dialog', { name: 'Connect wallet' }).waitFor()
    expect(problems).toEqual([])
  })

  it('shows the kit that an element names', async () => {
    const { page, problems } = await open()
    await button(page, 'main').waitFor()
    await page.evaluate(() => {
      const second = window.harness.create?.({ id: 'second' })
      document.querySelector('#main')?.setAttribute('kit', 'default')
      document.querySelector('#connect')?.setAttribute('kit', 'second')
      second?.open()
    })
    await page.locator('#connect [aria-expanded=true]').waitFor()
    expect(await button(page, 'main').innerText()).toBe('Connect wallet')
    expect(problems).toEqual([])
  })

  it('keeps the storage of two kits apart, and lets the first keep its keys', async () => {
    const { page, problems } = await harness.open(
      {},
      {
        path: '/plain.html',
        prepare: (fresh) =>
          fresh.addInitScript(() => localStorage.setItem('@appkit/active_caip_network_id', 'eip155:31338')),
      },
    )
    const makeSecond = () =>
      page.evaluate(() => {
        const second = window.harness.create?.({ id: 'second', projectId: 'another' })
        document.querySelector('#main')?.setAttribute('kit', 'second')
        return [window.harness.appKit.getChainId(), second?.getChainId()]
      })
    const kept = () =>
      page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('connected_connector_id')))
    expect(await makeSecond()).toEqual([31338, 31337])
    await connect(page)
    expect(await kept()).toEqual(['second:@appkit/eip155:connected_connector_id'])
    await page.reload()
    await makeSecond()
    await button(page, 'main').getByText('0x').waitFor()
    expect(await page.evaluate(() => window.harness.appKit.getIsConnectedState())).toBe(false)
    expect(problems).toEqual([])
  })

  it.each([{ enableEmbedded: true }, { disableAppend: true }])(
    'places the modal where the page says: %o',
    async (options) => {
      const { page, problems } = await open({ options })
      if (options.disableAppend) await button(page, 'main').click()
      await page.locator('appkit-modal').getByTestId('w3m-modal-card').waitFor()
      expect(await page.getByTestId('w3m-modal-card').count()).toBe(1)
      expect(problems).toEqual([])
    },
  )
})
