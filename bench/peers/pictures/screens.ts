import type { Page } from 'playwright-core'

export const screenNames = ['connect', 'connecting', 'qr', 'account', 'network'] as const
export type ScreenName = (typeof screenNames)[number]

/** How a visitor comes to a kit's screens; a kit without such a screen has no way there. */
export type Kit = {
  id: string
  label: string
  open: (page: Page) => Promise<unknown>
  choose: (page: Page) => Promise<unknown>
  qr?: (page: Page) => Promise<unknown>
  account: (page: Page) => Promise<unknown>
  network?: (page: Page) => Promise<unknown>
}

const press = (page: Page, selector: string) => page.locator(selector).first().click({ timeout: 15_000 })
const handle = (id: string) => `[data-testid="${id}"]`

/** Ours and AppKit's have the same handles. */
const appKitHandles = {
  open: (page: Page) => press(page, handle('connect-button')),
  choose: (page: Page) => press(page, handle('wallet-selector-dev.bench.wallet')),
  // On a phone the code is a step further: its own wallets come first.
  async qr(page: Page) {
    const row = page.locator(handle('wallet-selector-walletconnect')).first()
    if (await row.isVisible()) return row.click()
    await press(page, handle('all-wallets'))
    await press(page, `${handle('all-wallets-qr-code')}, wui-icon-box[icon="qrCode"], wui-icon-button[icon="qrCode"]`)
  },
  account: (page: Page) => press(page, handle('account-button')),
  network: (page: Page) => press(page, handle('w3m-account-select-network')),
}

export const kits: readonly Kit[] = [
  { id: 'billfold', label: 'Billfold', ...appKitHandles },
  {
    id: 'rainbowkit',
    label: 'RainbowKit 2.2.11',
    open: (page) => press(page, handle('rk-connect-button')),
    choose: (page) => press(page, 'button:has-text("Bench Wallet")'),
    qr: (page) => press(page, 'button:has-text("WalletConnect")'),
    account: (page) => press(page, handle('rk-account-button')),
    network: (page) => press(page, handle('rk-chain-button')),
  },
  {
    id: 'connectkit',
    label: 'ConnectKit 1.9.2',
    open: (page) => press(page, '#root button'),
    choose: (page) => press(page, '#__CONNECTKIT__ button:has-text("Bench Wallet")'),
    qr: (page) =>
      press(page, '#__CONNECTKIT__ button:has-text("WalletConnect"), #__CONNECTKIT__ button:has-text("Other Wallets")'),
    account: (page) => press(page, '#root button'),
    network: (page) =>
      press(
        page,
        '#__CONNECTKIT__ button[aria-label="Change Network"], #__CONNECTKIT__ [role=dialog] button:has(svg[width="32"])',
      ),
  },
  { id: 'appkit', label: 'AppKit 1.8.0', ...appKitHandles },
]
