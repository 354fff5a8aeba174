import { goBack } from '@billfold/core/features/modal/navigate'
import { setTheme } from '@billfold/core/features/theme/setTheme'
import type { Kit } from '@billfold/core/kit'
import { createTelegramBridge, type TelegramBridge } from '@billfold/core/ports/telegram/createTelegramBridge'
import { isAtLeast, readTheme, type TelegramTheme } from '@billfold/core/ports/telegram/launchParams'
import { contrast, parseColor } from '../theme/color.ts'
import { telegramLaunch } from './telegramLaunch.ts'
import { routeLinks } from './telegramLinks.ts'

/** The site's own look, which Telegram's does not replace. */
type Look = { themeMode?: unknown; themeVariables?: Readonly<Record<string, unknown>> | undefined }

/** In a Telegram Mini App: its theme, links, back button, haptics and safe areas. Elsewhere, nothing. */
export function startTelegram(kit: Kit, look: Look): void {
  const launch = telegramLaunch()
  const bridge = launch && createTelegramBridge(kit.ports.page)
  if (!bridge || kit.isDisposed) return
  const can = (version: string) => isAtLeast(launch.version, version)
  const stops = [routeLinks(kit.ports.page, bridge, document), followTheme(kit, bridge, launch.theme, look)]
  if (can('6.1')) stops.push(showBackButton(kit, bridge), sendHaptics(kit, bridge))
  if (can('8.0')) stops.push(keepSafeAreas(bridge))
  for (const stop of stops) kit.endWith(stop)
}

const white = [255, 255, 255] as const
const black = [0, 0, 0] as const

/** The mode by Telegram's background, and its accent, which the kit's theme keeps readable. */
function followTheme(kit: Kit, bridge: TelegramBridge, first: TelegramTheme, look: Look): () => void {
  let isOurs = false
  let follows = look.themeMode !== 'light' && look.themeMode !== 'dark'
  let theme = first
  const show = () => {
    const back = parseColor(theme.bg_color ?? '')
    const accent = theme.button_color
    isOurs = true
    if (follows && back) setTheme(kit, { mode: contrast(back, white) > contrast(back, black) ? 'dark' : 'light' })
    if (accent && !look.themeVariables?.['--w3m-accent']) setTheme(kit, { variables: { '--w3m-accent': accent } })
    isOurs = false
  }
  show()
  const stopEvents = kit.store.onEvent((event) => {
    if (event.type !== 'theme/modeChanged' || isOurs || !follows) return
    // The system's change is Telegram's too; any other is the site's choice.
    const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
    follows = event.mode === system
    if (follows) queueMicrotask(show)
  })
  const stopBridge = bridge.on((event, data) => {
    if (event !== 'theme_changed') return
    const changed = readTheme((data as { theme_params?: unknown } | null)?.theme_params)
    if (Object.keys(changed).length === 0) return
    theme = changed
    show()
  })
  bridge.post('web_app_request_theme')
  return () => {
    stopEvents()
    stopBridge()
  }
}

/** Telegram's back button goes back in the dialog while it is open. */
function showBackButton(kit: Kit, bridge: TelegramBridge): () => void {
  let isShown = false
  const update = () => {
    const { open, embedded } = kit.store.get().modal
    const isWanted = open && !embedded
    if (isWanted === isShown) return
    isShown = isWanted
    bridge.post('web_app_setup_back_button', { is_visible: isWanted })
  }
  const stops = [
    kit.store.subscribe(update),
    bridge.on((event) => event === 'back_button_pressed' && isShown && goBack(kit)),
  ]
  update()
  return () => {
    for (const stop of stops) stop()
    if (isShown) bridge.post('web_app_setup_back_button', { is_visible: false })
  }
}

const outcomes: Readonly<Record<string, 'success' | 'warning' | 'error'>> = {
  'account/connected': 'success',
  'transaction/sent': 'success',
  'connect/declined': 'warning',
  'connect/failed': 'error',
}

function sendHaptics(kit: Kit, { post }: TelegramBridge): () => void {
  return kit.store.onEvent((event) => {
    const outcome = outcomes[event.type]
    if (!outcome || (event.type === 'account/connected' && event.how !== 'user')) return
    post('web_app_trigger_haptic_feedback', { type: 'notification', notification_type: outcome })
  })
}

const maxInset = 400
const insetOf = (data: unknown, side: 'top' | 'bottom'): number => {
  const value = (data as Partial<Record<string, unknown>> | null)?.[side]
  return typeof value === 'number' && value >= 0 && value <= maxInset ? value : 0
}

/** Keeps the dialog clear of the device's edges and of Telegram's own buttons. */
function keepSafeAreas(bridge: TelegramBridge): () => void {
  const insets = { device: { top: 0, bottom: 0 }, content: { top: 0, bottom: 0 } }
  const sheet = new CSSStyleSheet()
  const update = () => {
    const top = insets.device.top + insets.content.top
    const bottom = insets.device.bottom + insets.content.bottom
    // Important, since the dialog's own rules are more specific.
    sheet.replaceSync(
      `.overlay{padding-block-start:${top}px!important}@media (max-width:430px){.overlay>.card{max-block-size:calc(100dvh - ${top + 24}px)!important}.overlay .card-face{padding-block-end:max(env(safe-area-inset-bottom),${bottom}px)!important}}`,
    )
    for (const { shadowRoot } of document.querySelectorAll<HTMLElement>('[data-billfold-host]'))
      if (shadowRoot && !shadowRoot.adoptedStyleSheets.includes(sheet)) shadowRoot.adoptedStyleSheets.push(sheet)
  }
  const stop = bridge.on((event, data) => {
    const area =
      event === 'safe_area_changed' ? 'device' : event === 'content_safe_area_changed' ? 'content' : undefined
    if (!area) return
    insets[area] = { top: insetOf(data, 'top'), bottom: insetOf(data, 'bottom') }
    update()
  })
  bridge.post('web_app_request_safe_area')
  bridge.post('web_app_request_content_safe_area')
  return () => {
    stop()
    sheet.replaceSync('')
  }
}
