import { readLaunchParams, type TelegramLaunch } from '@billfold/core/ports/telegram/launchParams'

export type { TelegramLaunch }

/**
 * How Telegram launched this page, with the `initData` to send to your server; undefined outside Telegram. Anyone can
 * write such an address: only the server knows whether Telegram did.
 */
export function telegramLaunch(): TelegramLaunch | undefined {
  if (typeof window === 'undefined') return undefined
  // Routers replace the address; the browser remembers the one that the page was opened with.
  const opened = performance.getEntriesByType?.('navigation')[0]?.name ?? ''
  return readLaunchParams([location.href, opened])
}
