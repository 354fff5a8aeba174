import { retrieveLaunchParams } from '@telegram-apps/bridge'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { fakePage } from '../fakePage.ts'
import { createTelegramBridge } from './createTelegramBridge.ts'
import { isAtLeast, readLaunchParams, readTheme } from './launchParams.ts'

afterEach(() => vi.unstubAllGlobals())

const initData = `user=${encodeURIComponent('{"id":1,"first_name":"Ada"}')}&start_param=x_1&auth_date=1&hash=0&signature=s`
const params = new URLSearchParams({
  tgWebAppVersion: '9.1',
  tgWebAppPlatform: 'ios',
  tgWebAppThemeParams: '{"bg_color":"#17212b","button_color":"#5288C1"}',
  tgWebAppData: initData,
})

describe('launch parameters', () => {
  it('are those that Telegram’s own library reads', () => {
    const address = `https://shop.example/#${params}`
    vi.stubGlobal('window', { location: { href: address }, performance, sessionStorage: storage() })
    vi.stubGlobal('sessionStorage', storage())
    const theirs = retrieveLaunchParams()
    const ours = readLaunchParams([address])
    expect(ours).toMatchObject({
      version: theirs.tgWebAppVersion,
      platform: theirs.tgWebAppPlatform,
      startParam: 'x_1',
    })
    expect(ours?.initData).toBe(initData)
    expect(ours?.theme).toEqual({ bg_color: '#17212b', button_color: '#5288C1' })
    expect(theirs.tgWebAppThemeParams).toMatchObject({ bg_color: '#17212b' })
  })

  it('come from any fragment, the newest address first, and are absent elsewhere', () => {
    expect(readLaunchParams(['https://a.example/', `https://a.example/#/cart?${params}`])).toMatchObject({
      version: '9.1',
    })
    const others = ['https://a.example/?tgWebAppVersion=9.1&tgWebAppPlatform=ios', '#tgWebAppVersion=9', '#', '', 'x']
    expect(readLaunchParams(others)).toBeUndefined()
    expect(readLaunchParams([`#tgWebAppVersion=<b>&tgWebAppPlatform=ios`])).toBeUndefined()
    expect(readLaunchParams([`#tgWebAppVersion=9.1&tgWebAppPlatform=ios&x=${'y'.repeat(40_000)}`])).toBeUndefined()
  })

  it('have only valid colors', () => {
    expect(readTheme({ bg_color: '#ABCDEF', a: 'red', 'x y': '#000000', link_color: 7 })).toEqual({
      bg_color: '#ABCDEF',
    })
    for (const bad of ['', 'null', '7', '[', undefined, null, 7]) expect(readTheme(bad)).toEqual({})
    expect(isAtLeast('10.0', '9.1')).toBe(true)
    expect(isAtLeast('6.9', '6.10')).toBe(false)
    expect(isAtLeast('8', '8.0')).toBe(true)
  })
})

function storage() {
  const values = new Map<string, string>()
  return { getItem: (key: string) => values.get(key) ?? null, setItem: (key: string, v: string) => values.set(key, v) }
}

type Receive = (event: unknown, data?: unknown) => void
type Globals = {
  Telegram: { WebView: { receiveEvent: Receive } }
  TelegramGameProxy?: { receiveEvent: Receive }
  TelegramGameProxy_receiveEvent?: Receive
}

describe('the bridge', () => {
  it('calls the app’s function, and receives events beside Telegram’s own script', () => {
    const posted: unknown[] = []
    const theirs = vi.fn()
    const window = { Telegram: { WebView: { receiveEvent: theirs } } } as Globals
    const { page } = fakePage({
      globals: { window, TelegramWebviewProxy: { postEvent: (...args: unknown[]) => posted.push(args) } },
    })
    const bridge = createTelegramBridge(page)!
    bridge.post('web_app_open_link', { url: 'https://a.example' })
    bridge.post('web_app_request_theme')
    expect(posted).toEqual([
      ['web_app_open_link', '{"url":"https://a.example"}'],
      ['web_app_request_theme', '{}'],
    ])
    const events: unknown[] = []
    const stop = bridge.on((...event) => events.push(event))
    window.Telegram.WebView.receiveEvent('back_button_pressed')
    window.TelegramGameProxy_receiveEvent?.('safe_area_changed', '{"top":4}')
    window.TelegramGameProxy?.receiveEvent(7, {})
    stop()
    window.Telegram.WebView.receiveEvent('back_button_pressed')
    expect(events).toEqual([
      ['back_button_pressed', undefined],
      ['safe_area_changed', { top: 4 }],
    ])
    expect(theirs).toHaveBeenCalledTimes(2)
  })

  it.each([
    ['https://web.telegram.org', true],
    ['https://webk.telegram.org', true],
    ['https://web.telegram.org.evil.example', false],
    ['https://evil-web.telegram.org', false],
    ['http://web.telegram.org', false],
    ['null', false],
    ['', false],
  ])('a parent at %s counts as Telegram: %s', (origin, isTelegram) => {
    const parent = { postMessage: vi.fn() }
    const { page } = fakePage({ globals: { self: {}, parent, location: { ancestorOrigins: [origin] } } })
    const bridge = createTelegramBridge(page)
    bridge?.post('web_app_request_theme')
    expect(parent.postMessage.mock.calls).toEqual(
      isTelegram ? [['{"eventType":"web_app_request_theme","eventData":{}}', origin]] : [],
    )
    const events: unknown[] = []
    bridge?.on((event) => events.push(event))
    const data = '{"eventType":"back_button_pressed"}'
    for (const [source, from] of [
      [parent, origin],
      [parent, 'https://evil.example'],
      [{}, origin],
    ] as const)
      page.events.dispatchEvent(Object.assign(new Event('message'), { source, origin: from, data }))
    expect(events).toEqual(isTelegram ? ['back_button_pressed'] : [])
  })
})
