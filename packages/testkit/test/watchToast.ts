import type { Page } from 'playwright-core'

/**
 * Waits for the next toast of the page's kit that contains a word. The page itself listens from now on: a toast closes
 * after two and a half seconds, and a busy machine may check later. Without a match, the wait fails with the toasts it
 * did see.
 */
export async function watchToast(page: Page, word: string): Promise<{ text(): Promise<string> }> {
  const toasts = await page.evaluateHandle((wanted) => {
    const { promise, resolve } = Promise.withResolvers<string>()
    const others = new Set<string>()
    const root = document.querySelector('body > [data-billfold-host]')!.shadowRoot!
    const look = () => {
      const message = root.querySelector('[data-testid=wui-snackbar-message]')
      if (!message?.checkVisibility()) return
      if (message.textContent?.includes(wanted)) resolve(message.textContent)
      else others.add(message.textContent ?? '')
    }
    new MutationObserver(look).observe(root, { subtree: true, childList: true, characterData: true })
    return { promise, others }
  }, word)
  return {
    text: () =>
      toasts.evaluate(({ promise, others }) => {
        const late = new Promise<never>((_, reject) =>
          setTimeout(() => reject(new Error(`Not heard; other words: ${JSON.stringify([...others])}`)), 30_000),
        )
        return Promise.race([promise, late])
      }),
  }
}
