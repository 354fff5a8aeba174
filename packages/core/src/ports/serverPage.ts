import type { Page } from './page.ts'

/** An inert page for server rendering, without wallets. */
export const serverPage: Page = {
  href: () => 'http://localhost/',
  origin: () => 'http://localhost',
  title: () => '',
  head: () => undefined,
  device: () => ({ mobile: false, ios: false, android: false, telegram: false, iframe: false }),
  prefersDark: () => true,
  global: () => undefined,
  events: new EventTarget(),
  open: () => undefined,
  onVisible: () => () => undefined,
  painted: async () => undefined,
  randomId: () => globalThis.crypto.randomUUID(),
}
