/** One screen of a wallet's view: what a visitor can press, scan or read on it. */
export type Offer = {
  /** The text of the QR code. */
  code?: string | undefined
  /** The buttons' links, in their order. */
  links: readonly string[]
}

export type Offers = {
  /** The wallet is in this browser, and is waiting for an approval. */
  isInjected: boolean
  /** The reason for which only a download is left. */
  reason?: string | undefined
  /** One for each tab, or one for a view without tabs. */
  screens: readonly Offer[]
}

/**
 * Opens each wallet of the grid in turn and reads its view; runs in the page. The press is not a visitor's: on Android, it
 * would open the app at once.
 */
export async function readOffers(ids: readonly string[]): Promise<Record<string, Offers>> {
  const modal = [...document.querySelectorAll('*')].find((each) => each.shadowRoot?.querySelector('.card'))!.shadowRoot!
  const find = (selector: string) =>
    [...modal.querySelectorAll<HTMLElement>(selector)].filter((each) => !each.closest('[data-ghost]'))
  const waitFor = async <T>(read: () => T | undefined | false, what: string): Promise<T> => {
    for (const end = performance.now() + 20_000; performance.now() < end; ) {
      const value = read()
      if (value) return value
      await new Promise((next) => setTimeout(next, 4))
    }
    throw new Error(`${what} did not appear: ${modal.querySelector('.card')?.textContent}`)
  }
  const waitingView = '[data-testid="w3m-connecting-other"]'
  const anyView = `[data-platform], a.row, ${waitingView}, [data-testid="no-wallet-found"]`
  const readScreen = async (platform?: string): Promise<Offer> => {
    const panel = platform ? `[data-platform="${platform}"]` : '.stack'
    await waitFor(
      () => !find(`${panel} .wc-empty, ${panel} [aria-busy=true]`).length && find(panel)[0],
      platform ?? 'rows',
    )
    return {
      code: find(`${panel} [data-testid="wui-qr-code"]`)[0]?.getAttribute('uri') ?? undefined,
      links: find(`${panel} a[href]`).map((link) => link.getAttribute('href')!),
    }
  }
  const offers: Record<string, Offers> = {}
  for (const id of ids) {
    const tile = await waitFor(() => find(`[data-testid="wallet-search-item-${id}"]`)[0], id)
    tile.click()
    await waitFor(() => find(anyView)[0], `The view of ${id}`)
    const screens: Offer[] = []
    const tabs = find('[role=tab]').map((tab) => tab.getAttribute('data-testid')!)
    const isInjected = find(waitingView).length > 0
    for (const tab of tabs) {
      find(`[data-testid="${tab}"]`)[0]!.click()
      screens.push(await readScreen(tab.replace('tab-', '')))
    }
    if (tabs.length === 0 && !isInjected)
      screens.push(await readScreen(find('[data-platform]')[0]?.dataset['platform']))
    offers[id] = { isInjected, reason: find('[data-testid="wallet-no-reach"]')[0]?.innerText, screens }
    find('[data-testid="header-back"]')[0]!.click()
    await waitFor(() => find(anyView).length === 0, 'The grid')
  }
  return offers
}
