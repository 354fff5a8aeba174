import type { Page } from 'playwright-core'

/**
 * Hears the next toast of the page's kit that has a word in it. The page itself listens from now on: a toast leaves after two and
 * a half seconds, and a busy machine may look later.
 */
export async function hearNotice(page: Page, word: string): Promise<{ said(): Promise<string> }> {
  const heard = await page.evaluateHandle((wanted) => {
    const { promise, resolve } = Promise.withResolvers<string>()
    const root = document.querySelector('body > [data-billfold-host]')!.shadowRoot!
    const look = () => {
      const message = root.querySelector('[data-testid=wui-snackbar-message]')
      if (message?.textContent?.includes(wanted) && message.checkVisibility()) resolve(message.textContent)
    }
    new MutationObserver(look).observe(root, { subtree: true, childList: true, characterData: true })
    return { promise }
  }, word)
  return { said: () => heard.evaluate(({ promise }) => promise) }
}
