import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PageSetup } from './page/pageSetup.ts'
import { type Harness, startHarness } from './startHarness.ts'

// The first dialog is painted without React, which takes it over.

describe('what is painted', () => {
  let harness: Harness
  beforeAll(async () => {
    // React's markup is parsed as HTML, which the strict policy forbids.
    harness = await startHarness({ pages: ['paint.html'], policy: "default-src * data: blob: 'unsafe-inline'" })
  })
  afterAll(() => harness?.stop())

  const wallet = (id: string) => ({ id, name: `Wallet ${id}`, image_id: `picture-${id}` })
  it.each<[string, { options?: PageSetup['options']; recents?: unknown[]; wallets?: string[]; device?: object }]>([
    ['with an installed wallet', {}],
    ['without a wallet', { wallets: [] }],
    ['with wallets of an earlier visit', { recents: [wallet('a'), wallet('b')] }],
    ['with logins that are not loaded', { options: { features: { email: true, socials: ['google'] } } }],
    ['with terms', { options: { termsConditionsUrl: 'https://a.example', privacyPolicyUrl: 'https://b.example' } }],
    ['on a phone', { device: { mobile: true } }],
  ])('is what React draws in every language, theme and direction: %s', async (_, given) => {
    const { options = {}, wallets, recents, device } = given
    const setup: PageSetup = { options: { walletUrl: '', ...options }, ...(wallets ? { wallets } : {}) }
    const { page } = await harness.open(setup, { path: '/paint.html' })
    await page.waitForFunction(() => window.paint)
    const { count, differences } = await page.evaluate(
      ({ recents, device }) => {
        const state = window.paint.kit.store.get()
        return window.paint.compare({
          ...(recents ? { recents: recents as never } : {}),
          ...(device ? { device: { ...state.device, ...device } } : {}),
        })
      },
      { recents, device },
    )
    expect(differences).toEqual({})
    expect(count).toBe(52)
  })
})

describe('React', () => {
  let harness: Harness
  beforeAll(async () => {
    harness = await startHarness()
  })
  afterAll(() => harness?.stop())

  /** A page whose dialog is painted, and stays so until React's code is let through. */
  async function openPainted() {
    const held = Promise.withResolvers<void>()
    const log: string[] = []
    const { page, problems } = await harness.open(
      {},
      {
        prepare: async (page) => {
          page.on('console', (message) => log.push(message.text()))
          await page.route(/\/drawModal-/, async (route) => {
            await held.promise
            await route.continue()
          })
        },
      },
    )
    await page.getByTestId('connect-button').click()
    await page.getByTestId('wallet-selector-dev.billfold.devnet').waitFor()
    return { page, problems, log, release: held.resolve }
  }
  const isReacts = (page: Page) =>
    page.waitForFunction(() => {
      const dialog = document.querySelector('div[data-billfold-host]')?.shadowRoot?.querySelector('dialog[open]')
      return dialog && Object.keys(dialog).some((key) => key.startsWith('__reactFiber'))
    })

  it('takes over the painted nodes, with the focus where the visitor has put it', async () => {
    const { page, problems, log, release } = await openPainted()
    await page.keyboard.press('Tab')
    const mark = () =>
      page.evaluate(() => {
        const root = document.querySelector('div[data-billfold-host]')?.shadowRoot
        const dialog = root?.querySelector('dialog') as HTMLElement & { mark?: boolean }
        const focused = root?.activeElement as HTMLElement & { mark?: boolean }
        const before = { dialog: dialog.mark ?? false, focused: focused.mark ?? false, id: focused.dataset.testid }
        dialog.mark = true
        focused.mark = true
        return before
      })
    expect(await mark()).toMatchObject({ dialog: false, id: 'wallet-selector-dev.billfold.devnet' })
    release()
    await isReacts(page)
    expect(await mark()).toEqual({ dialog: true, focused: true, id: 'wallet-selector-dev.billfold.devnet' })
    await page.keyboard.press('Escape')
    await page.getByTestId('w3m-modal-card').waitFor({ state: 'detached' })
    expect(await page.evaluate(() => document.documentElement.style.overflow)).toBe('')
    expect(log.filter((line) => line.includes('drawn again'))).toEqual([])
    expect(problems.map((problem) => problem.slice(-1500))).toEqual([])
  })

  it('goes where the visitor pressed before it was there', async () => {
    const { page, release } = await openPainted()
    await page.getByTestId('all-wallets').click()
    await page.getByTestId('all-wallets').waitFor()
    release()
    await page.getByTestId('w3m-all-wallets-search').or(page.getByRole('searchbox')).first().waitFor()
    await page.getByTestId('header-back').click()
    await page.getByTestId('wallet-selector-dev.billfold.devnet').click()
    await page.getByTestId('account-button').getByText('0x').waitFor()
  })

  it('is not needed to close the dialog, or to open it again', async () => {
    const { page, release } = await openPainted()
    const card = page.getByTestId('w3m-modal-card')
    for (const close of [
      () => page.keyboard.press('Escape'),
      () => page.getByTestId('w3m-header-close').click(),
      () => page.mouse.click(10, 10),
    ]) {
      await close()
      await card.waitFor({ state: 'detached' })
      await page.waitForFunction(() => document.activeElement?.shadowRoot?.activeElement?.textContent)
      await page.getByTestId('connect-button').click()
      await card.waitFor()
    }
    release()
    await isReacts(page)
    await page.getByTestId('w3m-header-help').click()
    await page.getByTestId('header-back').waitFor()
  })

  it('closes the painted dialog if its code is missing, with an error on the button, and can be had later', async () => {
    let isCut = true
    const { page } = await harness.open(
      {},
      { prepare: (page) => page.route(/\/drawModal-/, (route) => (isCut ? route.abort() : route.continue())) },
    )
    const button = page.getByTestId('connect-button')
    await button.click()
    await button.getByText('Couldn’t open. Try again').waitFor()
    expect(await page.evaluate(() => window.harness.appKit.isOpen())).toBe(false)
    expect(await page.getByTestId('w3m-modal-card').count()).toBe(0)
    isCut = false
    await button.click()
    await isReacts(page)
  })

  it('keeps the keyboard inside the painted dialog', async () => {
    const { page } = await openPainted()
    for (let press = 0; press < 8; press++) {
      await page.keyboard.press(press < 4 ? 'Tab' : 'Shift+Tab')
      const isInside = await page.evaluate(
        () => document.querySelector('div[data-billfold-host]')?.shadowRoot?.activeElement?.closest('dialog') !== null,
      )
      expect(isInside).toBe(true)
    }
  })
})
