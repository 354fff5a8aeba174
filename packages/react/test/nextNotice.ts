import type { Page } from 'playwright-core'

/** What the next toast says. The page itself listens for it: a toast is gone after two and a half seconds, and a busy machine may look later. */
export const nextNotice = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const { promise, resolve } = Promise.withResolvers<string>()
    const root = document.querySelector('body > [data-billfold-host]')!.shadowRoot!
    new MutationObserver(() => {
      const message = root.querySelector('[data-testid="wui-snackbar-message"]')
      if (message?.checkVisibility()) resolve(message.textContent!)
    }).observe(root, { childList: true, subtree: true })
    return promise
  })
