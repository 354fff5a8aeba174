import type { Locator, Page } from 'playwright-core'

/** A stock page as a visitor uses it; the differences between the versions are here. */
export function stockPage(page: Page) {
  const item = (label: string): Locator =>
    page.locator('wui-list-item, wui-list-description').filter({ hasText: label }).first()
  const open = async () => {
    const card = page.getByTestId('w3m-modal-card')
    // While it reads an account again, the button is disabled and drops clicks: press it again, as a visitor does.
    for (let tries = 0; tries < 10; tries++) {
      await page.locator('appkit-button').click()
      const isOpen = await card.waitFor({ timeout: 10_000 }).then(
        () => true,
        () => false,
      )
      if (isOpen) return
    }
    await card.waitFor()
  }
  const close = async () => {
    const shut = page.getByTestId('w3m-header-close')
    if (await shut.isVisible()) await shut.click()
    await page.getByTestId('w3m-modal-card').waitFor({ state: 'detached' })
  }
  const side = (which: 'from' | 'to') => {
    const inputs = page.locator('w3m-swap-input')
    return which === 'from' ? inputs.first() : inputs.last()
  }
  const pick = async (which: 'from' | 'to', symbol: string) => {
    await side(which).locator('wui-token-button, wui-button, button').first().click()
    await page.locator('wui-token-list-item').filter({ hasText: symbol }).first().click()
  }
  /** The button inside: the element around it receives clicks while it is disabled, and drops them. */
  const press = (label: string | RegExp) =>
    page.locator('wui-button').filter({ hasText: label }).locator('button').click()
  return {
    open,
    close,
    /** Fields and buttons of the vendor's logins. */
    logins: () => page.locator('wui-email-input, [data-testid^="social-selector"]').count(),
    connect: () => page.getByTestId('wallet-selector-dev.billfold.devnet').click(),
    async search(text: string) {
      await page.getByTestId('all-wallets').click()
      await page.locator('wui-search-bar input').fill(text)
    },
    /** The names in the list of a search. */
    foundWallets: async () => {
      const texts = await page.locator('w3m-all-wallets-search w3m-all-wallets-list-item wui-text').allTextContents()
      return texts.map((text) => text.trim()).filter(Boolean)
    },
    back: () => page.getByTestId('header-back').click(),
    async openActivity() {
      await open()
      await item('Activity').click()
    },
    /** From *Fund wallet* to the seller's page, in a window of its own. */
    async fundFromExchange(sum: string, seller: string): Promise<Page> {
      await open()
      await page.getByTestId('w3m-account-default-fund-wallet-button').click()
      await page.getByTestId('wallet-features-receive-button').waitFor()
      await page.getByTestId('wallet-features-deposit-from-exchange-button').locator('button').click()
      await press(sum)
      const [shop] = await Promise.all([page.waitForEvent('popup'), item(`Deposit from ${seller}`).click()])
      return shop
    },
    /** Up to the review; the caller presses Send. */
    async prepareSend(symbol: string, amount: string, to: string) {
      await open()
      await item('Send').click()
      await page.locator('w3m-input-token wui-button, w3m-input-token wui-token-button').first().click()
      await page.locator('wui-list-token').filter({ hasText: symbol }).first().click()
      await page.locator('w3m-input-token input').fill(amount)
      await page.getByText('Type or').click()
      await page.locator('w3m-input-address textarea').fill(to)
      await press(/preview send/i)
      await page.locator('w3m-wallet-send-preview-view').waitFor()
    },
    send: () =>
      page
        .locator('w3m-wallet-send-preview-view wui-button')
        .filter({ hasText: /^\s*Send\s*$/ })
        .click(),
    /** Up to the review. */
    async prepareSwap({ from, to, amount }: { from?: string; to: string; amount: string }) {
      await open()
      await item('Swap').click()
      await page.locator('w3m-swap-input').nth(1).waitFor()
      if (from) await pick('from', from)
      await side('from').locator('input').fill(amount)
      await pick('to', to)
      await press('Review swap')
      await page.locator('w3m-swap-preview-view').waitFor()
    },
    /** The buttons of the review: Approve as often as it appears, and then Swap. */
    async confirmSwap() {
      const button = page.locator('w3m-swap-preview-view wui-button').last()
      const isOver = () =>
        page
          .locator('w3m-swap-preview-view')
          .count()
          .then((left) => left === 0)
      for (let tries = 0; tries < 120 && !(await isOver()); tries++) {
        if (await button.isEnabled().catch(() => false)) await button.click({ timeout: 2_000 }).catch(() => undefined)
        await page.waitForTimeout(500)
      }
    },
  }
}

/** Every text of a page, including its elements' shadow roots. */
export const textOf = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const texts: string[] = []
    const walk = (root: Node) => {
      for (const node of root.childNodes) {
        const text = node.nodeType === Node.TEXT_NODE ? node.textContent?.trim() : ''
        const isCode = node.parentElement?.matches('style, script')
        if (text && !isCode) texts.push(text)
        if (node instanceof Element && node.shadowRoot) walk(node.shadowRoot)
        walk(node)
      }
    }
    walk(document.body)
    return texts.join(' | ')
  })
