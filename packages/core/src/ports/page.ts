import type { Stop } from './clock.ts'

export type Device = { mobile: boolean; ios: boolean; android: boolean; telegram: boolean; iframe: boolean }
export type Target = '_self' | '_top' | '_blank'

/** The page: its location, environment, and the events by which wallets announce themselves. */
export type Page = {
  href(): string
  origin(): string
  title(): string
  /** The content of a `<meta property=…>` or the href of a `<link rel=…>`, if any. */
  head(kind: 'meta' | 'link', name: string): string | undefined
  device(): Device
  prefersDark(): boolean
  /** A global that may be a wallet's (`ethereum`, `phantom` …). */
  global(name: string): unknown
  events: Pick<EventTarget, 'addEventListener' | 'removeEventListener' | 'dispatchEvent'>
  open(url: string, target: Target): void
  onVisible(run: () => void): Stop
  /** Resolves after the next paint, for deferrable work. */
  painted(): Promise<void>
  randomId(): string
}

const paintedMs = 500

/** Whether a URL may be opened: web and app schemes, never scripts. */
export const isOpenable = (url: string): boolean =>
  /^(?!(?:javascript|data|vbscript|blob|file)\b)[a-z][a-z0-9+.-]*:\S+$/i.test(url)

/** The browser's window as a Page. */
export function browserPage(window: Window & typeof globalThis): Page {
  const { document, navigator } = window
  const globals = window as unknown as Record<string, unknown>
  return {
    href: () => window.location.href,
    origin: () => window.location.origin,
    title: () => document.title,
    head(kind, name) {
      const element = document.querySelector(
        kind === 'meta' ? `meta[property="${name}"], meta[name="${name}"]` : `link[rel~="${name}"]`,
      )
      if (kind === 'meta') return element?.getAttribute('content') ?? undefined
      return element instanceof window.HTMLLinkElement ? element.href : undefined
    },
    device() {
      const agent = navigator.userAgent
      const mobile =
        window.matchMedia?.('(pointer: coarse)').matches ||
        /Android|webOS|iPhone|iPad|iPod|BlackBerry|Opera Mini/i.test(agent)
      return {
        mobile,
        ios: mobile && /iphone|ipad/i.test(agent),
        android: mobile && /android/i.test(agent),
        telegram: ['TelegramWebviewProxy', 'Telegram', 'TelegramWebviewProxyProto'].some((name) => globals[name]),
        iframe: window.self !== window.top,
      }
    },
    prefersDark: () => window.matchMedia?.('(prefers-color-scheme: dark)').matches ?? false,
    global: (name) => globals[name],
    events: window,
    open(url, target) {
      if (isOpenable(url)) window.open(url, target, 'noreferrer noopener')
    },
    onVisible(run) {
      const listen = () => document.visibilityState === 'visible' && run()
      document.addEventListener('visibilitychange', listen)
      return () => document.removeEventListener('visibilitychange', listen)
    },
    painted: () =>
      new Promise((done) => {
        // A background page paints nothing, and no one is looking.
        const timer = window.setTimeout(done, paintedMs)
        window.requestAnimationFrame(() => {
          window.clearTimeout(timer)
          window.setTimeout(done)
        })
      }),
    randomId: () => randomUuid(window.crypto),
  }
}

/** A random UUID (version 4), even over plain HTTP, where browsers only provide random bytes. */
function randomUuid(crypto: Crypto): string {
  if (crypto.randomUUID) return crypto.randomUUID()
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = (bytes[6]! & 0x0f) | 0x40
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
