import fc from 'fast-check'
import { expect, it } from 'vitest'
import { platformOf, type ReachPlatform, reachOf } from './reachOf.ts'

const links = {
  mobile_link: 'acme://',
  desktop_link: 'acme-desktop://',
  webapp_link: 'https://app.acme.example',
  browser_link: 'https://acme.example/dapp?url={url}',
  chrome_store: 'https://store.example/acme',
  app_store: 'https://apps.example/acme',
  homepage: 'https://acme.example',
}
const wallet = { id: 'acme', name: 'Acme', ...links }
const at = (platform: ReachPlatform, hasRelay: boolean, own: object = wallet) =>
  reachOf({ id: 'acme', name: 'Acme', ...own }, { hasRelay, platform, isInstalled: platform === 'inApp' })

it('orders the methods of a wallet that has all of them, by platform and relay', () => {
  expect(at('desktop', true).methods).toEqual(['relay', 'extension', 'desktopApp', 'webApp', 'get'])
  expect(at('desktop', false).methods).toEqual(['qrOfLink', 'extension', 'get'])
  for (const platform of ['ios', 'android', 'telegram'] as const) {
    expect(at(platform, true).methods).toEqual(['relay', 'inAppBrowser', 'webApp', 'get'])
    expect(at(platform, false).methods).toEqual(['inAppBrowser', 'get'])
  }
  expect(at('inApp', false).methods).toEqual(['injected', 'get'])
})

it('leaves out an app’s own scheme in Telegram, which opens web links only', () => {
  expect(at('telegram', false, { browser_link: 'acme://dapp?url={url}' }).methods).toEqual([])
  expect(at('ios', false, { browser_link: 'acme://dapp?url={url}' }).methods).toEqual(['inAppBrowser'])
})

it('gives the reason if only a download is left', () => {
  expect(at('ios', false, { mobile_link: 'acme://', app_store: links.app_store })).toEqual({
    methods: ['get'],
    reason: 'relay',
  })
  expect(at('android', true, { chrome_store: links.chrome_store })).toEqual({ methods: ['get'], reason: 'device' })
  expect(at('desktop', true, { app_store: links.app_store })).toEqual({ methods: ['get'], reason: 'device' })
})

it('never offers a pairing without a relay, and always has a method or a reason', () => {
  const platforms = ['desktop', 'ios', 'android', 'inApp', 'telegram'] as const
  const some = fc
    .subarray(Object.keys(links))
    .map((keys) => Object.fromEntries(keys.map((k) => [k, links[k as 'homepage']])))
  fc.assert(
    fc.property(
      some,
      fc.constantFrom(...platforms),
      fc.boolean(),
      fc.boolean(),
      (own, platform, hasRelay, isInstalled) => {
        const { methods, reason } = reachOf({ id: 'acme', name: 'Acme', ...own }, { hasRelay, platform, isInstalled })
        const connecting = methods.filter((method) => method !== 'get')
        expect(connecting.length > 0).toBe(reason === undefined)
        expect(new Set(methods).size).toBe(methods.length)
        if (!hasRelay)
          for (const each of ['relay', 'desktopApp', 'webApp'] as const) expect(methods).not.toContain(each)
        if (isInstalled) expect(methods[0]).toBe('injected')
        // A phone has no extensions, and shows no code for itself.
        if (platform !== 'desktop')
          for (const each of ['extension', 'qrOfLink', 'desktopApp'] as const) expect(methods).not.toContain(each)
        if (reason === 'relay') expect(hasRelay).toBe(false)
      },
    ),
  )
})

it('tells platforms apart', () => {
  const device = { mobile: true, ios: false, android: false, telegram: false, iframe: false }
  expect(platformOf({ ...device, mobile: false }, true)).toBe('desktop')
  expect(platformOf({ ...device, ios: true }, false)).toBe('ios')
  expect(platformOf({ ...device, android: true }, false)).toBe('android')
  expect(platformOf({ ...device, android: true, telegram: true }, false)).toBe('telegram')
  expect(platformOf({ ...device, android: true, telegram: true }, true)).toBe('inApp')
})
