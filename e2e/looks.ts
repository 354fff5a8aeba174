import type { BrowserContextOptions } from 'playwright-core'

/** The looks of every page to check: by theme and by width. */
export const looks = {
  light: { colorScheme: 'light', viewport: { width: 1280, height: 900 } },
  dark: { colorScheme: 'dark', viewport: { width: 1280, height: 900 } },
  phone: { colorScheme: 'light', viewport: { width: 390, height: 844 }, hasTouch: true },
  'phone-dark': { colorScheme: 'dark', viewport: { width: 390, height: 844 }, hasTouch: true },
} as const satisfies Record<string, BrowserContextOptions>
