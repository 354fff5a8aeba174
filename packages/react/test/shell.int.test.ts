import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { restingPlace } from './restingPlace.ts'
import { type Harness, startHarness } from './startHarness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness?.stop())

const closed = (page: Page) => page.getByTestId('w3m-modal-card').waitFor({ state: 'detached' })
const focused = (page: Page) =>
  page.evaluate(() => {
    let active = document.activeElement
    while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement
    return active?.getAttribute('data-testid') ?? active?.getAttribute('data-view') ?? active?.tagName
  })

/** Waits until the dialog is prerendered outside the document; a comment keeps its place. */
const drawnAhead = (page: Page) =>
  page.waitForFunction(() => {
    const root = document.querySelector('body > [data-billfold-host]')?.shadowRoot?.querySelector('[data-billfold]')
    return [...(root?.childNodes ?? [])].some((node) => node instanceof Comment)
  })

describe('the dialog', () => {
  it('prerenders while the page is idle, hidden and without requests', async () => {
    const { page, problems } = await harness.open()
    const recent = { id: 'wallet-7', name: 'Seven', image_id: 'picture-7' }
    await page.evaluate((text) => localStorage.setItem('@appkit/recent_wallets', text), JSON.stringify([recent]))
    await page.reload()
    await drawnAhead(page)
    expect(await page.getByTestId('w3m-modal-card').count()).toBe(0)
    const imageRequests = () =>
      page.evaluate(() =>
        (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
          .filter(({ initiatorType }) => ['img', 'fetch', 'xmlhttprequest', 'beacon'].includes(initiatorType))
          .map(({ name }) => new URL(name).pathname),
      )
    expect(await imageRequests()).toEqual([])
    await page.getByTestId('connect-button').click()
    await page.getByTestId('wallet-selector-recent-wallet-7').waitFor()
    await expect.poll(() => focused(page)).toBe('Connect')
    await expect.poll(imageRequests).toContain('/getWalletImage/picture-7')
    await page.keyboard.press('Escape')
    await closed(page)
    await expect.poll(() => focused(page)).toBe('connect-button')
    await drawnAhead(page)
    expect(problems).toEqual([])
  })

  it('is fetched for a hand that comes near, on a page that is never idle', async () => {
    const { page, problems } = await harness.open()
    await page.addInitScript(() => {
      window.requestIdleCallback = () => 0
    })
    await page.reload()
    await page.getByTestId('connect-button').waitFor()
    expect(await page.locator('body > [data-billfold-host]').count()).toBe(0)
    await page.getByTestId('connect-button').hover()
    await page.locator('body > [data-billfold-host]').waitFor({ state: 'attached' })
    expect(await page.getByTestId('w3m-modal-card').count()).toBe(0)
    expect(problems).toEqual([])
  })

  it('opens on the named view, without anything of the prerendered one', async () => {
    const { page, problems } = await harness.open()
    await drawnAhead(page)
    const ghosts = await page.evaluate(async () => {
      await window.harness.appKit.open({ view: 'Networks' })
      await new Promise(requestAnimationFrame)
      return document.querySelector('body > [data-billfold-host]')?.shadowRoot?.querySelectorAll('.ghosts > *').length
    })
    expect(ghosts).toBe(0)
    await page.getByTestId('w3m-header-text').getByText('Select network').waitFor()
    await expect.poll(() => focused(page)).toBe('Networks')
    await page.evaluate(() => window.harness.appKit.dispose())
    expect(await page.locator('body > [data-billfold-host]').count()).toBe(0)
    expect(problems).toEqual([])
  })

  it('mirrors its layout and arrows right to left, in any language', async () => {
    const { page } = await harness.open({ rtl: true })
    await page.getByTestId('connect-button').click()
    const [close, help] = await Promise.all(
      ['w3m-header-close', 'w3m-header-help'].map((id) => page.getByTestId(id).boundingBox()),
    )
    expect(close!.x).toBeLessThan(help!.x)
    await page.getByTestId('all-wallets').click()
    const arrow = page.getByTestId('header-back').locator('svg')
    await expect.poll(() => arrow.evaluate((svg) => getComputedStyle(svg).transform)).toBe('matrix(-1, 0, 0, 1, 0, 0)')
  })

  it('is left by Escape, by its button and by the overlay, but not by a drag that ends there', async () => {
    const { page, problems } = await harness.open({}, { moves: true })
    for (const leave of ['Escape', 'button', 'overlay']) {
      await page.getByTestId('connect-button').click()
      await page.getByTestId('w3m-modal-card').waitFor()
      if (leave === 'Escape') await page.keyboard.press('Escape')
      if (leave === 'button') await page.getByRole('button', { name: 'Close' }).click()
      if (leave === 'overlay') {
        await page.getByTestId('w3m-header-text').hover()
        await page.mouse.down()
        await page.mouse.move(5, 5)
        await page.mouse.up()
        expect(await page.getByTestId('w3m-modal-card').isVisible()).toBe(true)
        await page.mouse.click(5, 5)
      }
      await closed(page)
      await expect.poll(() => focused(page)).toBe('connect-button')
    }
    expect(problems).toEqual([])
  })

  it('stands still under the pointer when requested wallets arrive', async () => {
    const { page, problems } = await harness.open({}, { moves: true })
    let answer = () => {}
    const arrival = new Promise<void>((done) => (answer = done))
    await page.route(/getWallets/, async (route) => {
      await arrival
      await route.continue()
    })
    await page.getByTestId('connect-button').click()
    const before = await restingPlace(page, 'w3m-header-close')
    await page.mouse.move(before.x + before.width / 2, before.y + before.height / 2)
    await page.mouse.down()
    answer()
    await page
      .getByTestId(/^wallet-selector-recommended/)
      .first()
      .waitFor()
    expect(await restingPlace(page, 'w3m-header-close')).toEqual(before)
    await page.mouse.up()
    await closed(page)
    expect(problems).toEqual([])
  })

  it('traps Tab in both directions, names every stop, and connects a wallet with the keyboard alone', async () => {
    const { page, problems } = await harness.open()
    await page.getByTestId('connect-button').focus()
    await page.keyboard.press('Enter')
    await page.getByTestId('all-wallets').waitFor()
    await page
      .getByTestId(/^wallet-selector-recommended/)
      .first()
      .waitFor()
    await expect.poll(() => focused(page)).toBe('Connect')
    const stops: (string | undefined)[] = []
    for (let step = 0; step < 8; step += 1) {
      await page.keyboard.press('Tab')
      stops.push(await focused(page))
    }
    expect(new Set(stops)).toEqual(
      new Set([
        'wallet-selector-dev.billfold.devnet',
        expect.stringMatching(/^wallet-selector-recommended/),
        'all-wallets',
        'w3m-header-help',
        'w3m-header-close',
      ]),
    )
    await page.keyboard.press('Shift+Tab')
    expect(stops).toContain(await focused(page))
    await page.keyboard.press('Escape')
    await closed(page)
    await expect.poll(() => focused(page)).toBe('connect-button')
    await page.keyboard.press('Enter')
    await page.getByTestId('wallet-selector-dev.billfold.devnet').waitFor()
    await expect.poll(() => focused(page)).toBe('Connect')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByTestId('account-button').waitFor()
    await closed(page)
    // The focus ends on the button that then shows the account.
    await expect.poll(() => focused(page)).toBe('account-button')
    expect(problems).toEqual([])
  })

  it('does not lose the focus with the button that was pressed', async () => {
    const { page } = await harness.open({}, { moves: true })
    await page.evaluate(() => window.harness.wallet?.policy('reject'))
    await page.getByTestId('connect-button').click()
    await page.getByTestId('wallet-selector-dev.billfold.devnet').click()
    await page.getByRole('button', { name: 'Try again' }).focus()
    await page.evaluate(() => window.harness.wallet?.policy('stall'))
    await page.keyboard.press('Enter')
    await page.getByText('Continue in Devnet Wallet').waitFor()
    await expect.poll(() => focused(page)).toBe('ConnectingExternal')
  })

  it('restores the focused row on the way back, and shakes instead of closing when it must stay open', async () => {
    const { page } = await harness.open({}, { moves: true })
    await page.getByTestId('connect-button').click()
    await page.getByTestId('all-wallets').focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'All wallets' }).waitFor()
    await expect.poll(() => focused(page)).toBe('AllWallets')
    await page.getByTestId('header-back').click()
    await page.getByRole('dialog', { name: 'Connect wallet' }).waitFor()
    await expect.poll(() => focused(page)).toBe('all-wallets')
    // A busy machine may poll only twice a second, so an observer records each change instead.
    const shakes = await page.getByTestId('w3m-modal-card').evaluate((card) => {
      const { promise, resolve } = Promise.withResolvers<boolean[]>()
      const seen: boolean[] = []
      new MutationObserver(() => {
        if (seen.push(card.classList.contains('card-shake')) === 2) resolve(seen)
      }).observe(card, { attributeFilter: ['class'] })
      window.harness.appKit.kit.store.send({ type: 'modal/refusedToClose' })
      return promise
    })
    expect(shakes).toEqual([true, false])
  })

  it('locks the scroll position of the page behind', async () => {
    const { page } = await harness.open()
    // A page is loaded before React has drawn what it scrolls.
    await page.getByTestId('connect-button').waitFor()
    await page.evaluate(() => scrollTo(0, 120))
    const place = () =>
      page.evaluate(() => ({ y: scrollY, width: document.querySelector('main')?.getBoundingClientRect().width }))
    const before = await place()
    expect(before.width).toBeLessThan(1280)
    await page.evaluate(() => window.harness.appKit.open())
    await page.getByTestId('w3m-modal-card').waitFor()
    await page.mouse.move(20, 400)
    await page.mouse.wheel(0, 400)
    await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))))
    expect(await place()).toEqual(before)
    // Shaded to the very edge, where the scroll bar was.
    expect(await page.getByTestId('w3m-modal-overlay').boundingBox()).toMatchObject({ x: 0, width: 1280 })
    await page.keyboard.press('Escape')
    await closed(page)
    await expect.poll(place).toEqual(before)
    await expect.poll(() => page.evaluate(() => document.documentElement.style.cssText)).toBe('')
  })

  it('leaves the page’s address and history alone, whatever views it goes through', async () => {
    const { page } = await harness.open()
    await page.getByTestId('connect-button').waitFor()
    const place = () => page.evaluate(() => [location.href, history.length])
    const before = await place()
    await page.getByTestId('connect-button').click()
    await page.getByTestId('all-wallets').click()
    await page.getByRole('dialog', { name: 'All wallets' }).waitFor()
    await page.getByTestId('header-back').click()
    await page.getByRole('dialog', { name: 'Connect wallet' }).waitFor()
    await page.keyboard.press('Escape')
    await closed(page)
    expect(await place()).toEqual(before)
  })

  it('ignores the site’s styles, and leaves nothing behind after dispose', async () => {
    const { page, problems } = await harness.open()
    await page.getByTestId('connect-button').click()
    const style = await page.getByTestId('w3m-header-text').evaluate((element) => {
      const { letterSpacing, color, fontFamily } = getComputedStyle(element)
      return { letterSpacing, color, serif: fontFamily.startsWith('serif') }
    })
    expect(style).toEqual({ letterSpacing: 'normal', color: 'rgb(22, 23, 19)', serif: false })
    await page.evaluate(() => window.harness.appKit.dispose())
    expect(await page.locator('body > [data-billfold-host]').count()).toBe(0)
    expect(await page.evaluate(() => document.documentElement.style.overflow)).toBe('')
    expect(problems).toEqual([])
  })
})

describe('the card in the page', () => {
  it('has no overlay, leaves the focus alone, and navigates its views', async () => {
    const { page, problems } = await harness.open({ options: { enableEmbedded: true } }, { moves: true })
    await page.getByTestId('all-wallets').waitFor()
    expect(await page.getByTestId('w3m-modal-overlay').count()).toBe(0)
    expect(await focused(page)).toBe('BODY')
    await page.getByTestId('wallet-selector-dev.billfold.devnet').click()
    await page.getByTestId('w3m-account-select-network').waitFor()
    await page.getByTestId('disconnect-button').click()
    await page.getByTestId('all-wallets').waitFor()
    expect(problems).toEqual([])
  })
})
