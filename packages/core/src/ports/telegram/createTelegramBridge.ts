import type { Stop } from '../clock.ts'
import type { Page } from '../page.ts'

/** Telegram's app around the page: sends it calls, and receives its events. */
export type TelegramBridge = {
  post(method: string, params?: object): void
  on(listener: (event: string, data: unknown) => void): Stop
}

/** The pages of Telegram's web apps. Calls may contain links that pair a wallet, so no other page may receive them. */
const webOrigin = /^https:\/\/web[akz]?\.telegram\.org$/
const defaultOrigin = 'https://web.telegram.org'
const maxLength = 65_536

/**
 * The bridge of this page: an app's web view offers a function, Telegram's web apps are the parent window. Undefined
 * in every other page, even if its parent claims to be Telegram.
 */
export function createTelegramBridge(page: Page): TelegramBridge | undefined {
  const proxy = page.global('TelegramWebviewProxy') as
    | { postEvent?: (method: string, params: string) => void }
    | undefined
  if (proxy?.postEvent)
    return {
      post: (method, params) => proxy.postEvent?.(method, JSON.stringify(params ?? {})),
      on: (listener) => onAppEvents(page, listener),
    }
  const outside = page.global('external') as { notify?: (message: string) => void } | undefined
  if (outside?.notify)
    return {
      post: (eventType, eventData = {}) => outside.notify?.(JSON.stringify({ eventType, eventData })),
      on: (listener) => onAppEvents(page, listener),
    }
  const parent = page.global('parent') as Window | undefined
  if (!parent || parent === page.global('self')) return undefined
  const origin = parentOrigin(page)
  if (!webOrigin.test(origin)) return undefined
  return {
    // The browser drops the message if the parent is another page.
    post: (eventType, eventData = {}) => parent.postMessage(JSON.stringify({ eventType, eventData }), origin),
    on(listener) {
      const onMessage = (event: Event) => {
        const { source, origin: sender, data } = event as MessageEvent
        if (source !== parent || sender !== origin || typeof data !== 'string' || data.length > maxLength) return
        const message = parse(data)
        if (message && typeof message.eventType === 'string') listener(message.eventType, message.eventData)
      }
      page.events.addEventListener('message', onMessage)
      return () => page.events.removeEventListener('message', onMessage)
    },
  }
}

/** The parent's origin, as the browser knows it; Firefox names only the referrer. */
function parentOrigin(page: Page): string {
  const { ancestorOrigins } = page.global('location') as { ancestorOrigins?: ArrayLike<string> }
  if (ancestorOrigins) return ancestorOrigins[0] ?? ''
  const { referrer = '' } = (page.global('document') ?? {}) as { referrer?: string }
  return URL.canParse(referrer) ? new URL(referrer).origin : defaultOrigin
}

type Receive = (event: string, data?: unknown) => void
type Globals = {
  Telegram?: { WebView?: { receiveEvent?: Receive } }
  TelegramGameProxy?: { receiveEvent?: Receive }
  TelegramGameProxy_receiveEvent?: Receive
}

/** Apps call a function of the page: beside the one of Telegram's own script, which keeps working. */
function onAppEvents(page: Page, listener: (event: string, data: unknown) => void): Stop {
  const globals = page.global('window') as Globals
  const read: Receive = (event, data) => {
    if (typeof event !== 'string') return
    listener(event, typeof data === 'string' && data.length <= maxLength ? (parse(data) ?? data) : data)
  }
  let isOver = false
  const wrap =
    (known: Receive | undefined): Receive =>
    (event, data) => {
      if (!isOver) read(event, data)
      known?.(event, data)
    }
  globals.Telegram ??= {}
  globals.Telegram.WebView ??= {}
  globals.TelegramGameProxy ??= {}
  const { WebView } = globals.Telegram
  WebView.receiveEvent = wrap(WebView.receiveEvent)
  globals.TelegramGameProxy.receiveEvent = wrap(globals.TelegramGameProxy.receiveEvent)
  globals.TelegramGameProxy_receiveEvent = wrap(globals.TelegramGameProxy_receiveEvent)
  return () => {
    isOver = true
  }
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    // Not a message of this protocol.
    return undefined
  }
}
