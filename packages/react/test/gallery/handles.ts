import type { Page } from 'playwright-core'

/**
 * The `data-testid`s that browser tests of AppKit 1.7.1 sites use, by where they are met. What is in braces is filled in.
 * The playground's own are in `apps/web/src/playground/handles.test.ts`.
 */
export const handles: Readonly<Record<string, readonly string[]>> = {
  buttons: [
    'connect-button',
    'connect-button-{namespace}',
    'account-button',
    'account-button-{namespace}',
    'w3m-network-button',
  ],
  shell: [
    'w3m-modal-overlay',
    'w3m-modal-card',
    'w3m-header-text',
    'w3m-header-close',
    'header-back',
    'w3m-account-select-network',
    'wui-snackbar-message',
    'wui-alertbar-text',
  ],
  connect: [
    'w3m-connect-scroll-view',
    'wallet-selector-walletconnect',
    'wallet-selector-com.example.otter',
    'wallet-selector-featured-{wallet id}',
    'wallet-selector-external-{id}',
    'all-wallets',
    'w3m-collapse-wallets-button',
    'wui-separator',
    'w3m-email-login-or-separator',
    'w3m-legal-checkbox',
    'wui-email-input',
    'w3m-social-login-widget',
    'social-selector-{provider}',
    'w3m-wallet-guide-get-started',
    'w3m-wallet-guide-explore',
  ],
  allWallets: [
    'wui-input-text',
    'wui-certified-switch',
    'wallet-list',
    'wallet-search-item-{wallet id}',
    'no-wallet-found',
  ],
  connecting: [
    'wui-qr-code',
    'copy-wc2-uri',
    'w3m-connecting-widget-secondary-button',
    'wui-link-copy',
    'tab-qr code',
    'tab-browser',
    'tab-webapp',
    'tab-mobile',
    'tab-desktop',
    'wui-list-chain-{namespace}',
    'wui-otp-input',
  ],
  signIn: ['w3m-connecting-siwe-sign', 'w3m-connecting-siwe-cancel'],
  account: [
    'wui-profile-button',
    'w3m-profile-button',
    'w3m-account-wallet-features-widget',
    'wallet-features-onramp-button',
    'wallet-features-swaps-button',
    'wallet-features-receive-button',
    'wallet-features-send-button',
    'w3m-account-default-onramp-button',
    'tab-tokens',
    'tab-nfts',
    'tab-activity',
    'buy-crypto',
    'receive-funds',
    'single-account-avatar',
    'disconnect-button',
    'w3m-account-email-update',
  ],
  settings: [
    'account-settings-address',
    'account-settings-button',
    'account-switch-network-button',
    'account-toggle-preferred-account-type',
    'account-choose-name-button',
    'switch-address-item',
    'w3m-switch-address-button-{index}',
  ],
  networks: [
    'w3m-network-switch-{network name}',
    'w3m-switch-active-chain-button',
    'w3m-switch-active-chain-to-{family label}',
  ],
  swap: [
    'swap-input-sourceToken',
    'swap-input-toToken',
    'swap-input-token-sourceToken',
    'swap-input-token-toToken',
    'swap-select-token-button-sourceToken',
    'swap-select-token-button-toToken',
    'swap-select-token-search-input',
    'swap-select-token-item-{symbol}',
    'swap-action-button',
  ],
  more: [
    'receive-address-copy-button',
    'wui-ens-input',
    'account-name-suggestion',
    'group-title',
    'month-indexes',
    'empty-activity-state',
  ],
}

/**
 * Handles without an element here; each is a row of the table of differences in docs/compatibility.md, with the reason.
 */
export const withoutPlace: readonly string[] = ['wallet-selector-external-{id}']

/** Every `data-testid` on a page, in shadow roots too. */
export const handlesOn = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const roots = [document, ...[...document.querySelectorAll('*')].flatMap((element) => element.shadowRoot ?? [])]
    const carriers = roots.flatMap((root) => [...root.querySelectorAll('[data-testid]')])
    return carriers.map((element) => element.getAttribute('data-testid') ?? '')
  })

const filledIn: Readonly<Record<string, string>> = { namespace: '(eip155|solana|polkadot|bip122)', index: '[0-9]+' }

/** The handles of the list that were not seen. */
export function missingHandles(seen: Iterable<string>): string[] {
  const all = [...new Set(seen)]
  return Object.values(handles)
    .flat()
    .filter((handle) => {
      const parts = handle.split(/[{}]/)
      const pattern = parts
        .map((part, at) => (at % 2 ? (filledIn[part] ?? '.+') : part.replaceAll('.', '\\.')))
        .join('')
      const form = new RegExp(`^${pattern}$`)
      return !all.some((each) => form.test(each))
    })
}
