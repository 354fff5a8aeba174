import type { Page, Target } from '@billfold/core/ports/page'
import type { TelegramBridge } from '@billfold/core/ports/telegram/createTelegramBridge'

const telegramHost = /^(?:t\.me|telegram\.me|telegram\.dog)$/

/**
 * Opens links by Telegram's own calls: in a Mini App, `window.open` opens nothing, or a page inside Telegram. False if
 * Telegram takes no such link: it accepts web addresses only.
 */
export function openByTelegram({ post }: TelegramBridge, link: string): boolean {
  const url = URL.canParse(link) ? new URL(link) : undefined
  if (url?.protocol === 'tg:') {
    const domain = url.hostname === 'resolve' && url.searchParams.get('domain')
    if (!domain || !/^\w{1,64}$/.test(domain)) return false
    url.searchParams.delete('domain')
    post('web_app_open_tg_link', { path_full: `/${domain}${url.search}` })
    return true
  }
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') return false
  if (telegramHost.test(url.hostname)) post('web_app_open_tg_link', { path_full: url.pathname + url.search })
  else post('web_app_open_link', { url: url.href })
  return true
}

/** Routes the links of the kit's code and of its dialog through Telegram, within the visitor's press. */
export function routeLinks(page: Page, bridge: TelegramBridge, events: EventTarget): () => void {
  const { open } = page
  page.open = (url: string, target: Target) => {
    if (!openByTelegram(bridge, url)) open(url, target)
  }
  const onClick = (event: Event) => {
    const path = event.composedPath()
    const isOurs = path.some((each) => each instanceof HTMLElement && each.dataset.billfoldHost !== undefined)
    const anchor = path.find((each) => each instanceof HTMLAnchorElement)
    if (!isOurs || !anchor?.href || event.defaultPrevented) return
    if (openByTelegram(bridge, anchor.href)) event.preventDefault()
  }
  // After the kit's own listeners, which may prevent it.
  events.addEventListener('click', onClick)
  return () => {
    page.open = open
    events.removeEventListener('click', onClick)
  }
}
