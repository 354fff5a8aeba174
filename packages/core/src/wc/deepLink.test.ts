import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fakeStorage } from '../ports/fakeStorage.ts'
import { linkTarget, pairingLink, requestLink, storeDeepLink, storedDeepLink } from './deepLink.ts'
import { deepLinkKey } from './storageKeys.ts'

/** Every character except surrogates; fast-check's own list takes seconds to build. */
const anyCharacter = fc.nat(0x10f7ff).map((code) => String.fromCodePoint(code < 0xd800 ? code : code + 0x800))

const uri = 'wc:ab@2?relay-protocol=irn&symKey=cd'
const encoded = 'wc%3Aab%402%3Frelay-protocol%3Dirn%26symKey%3Dcd'

test.each([
  ['https://metamask.app.link', 'https://metamask.app.link/', `https://metamask.app.link/wc?uri=${encoded}`],
  ['https://x.example/app/', 'https://x.example/app/', `https://x.example/app/wc?uri=${encoded}`],
  ['metamask', 'metamask://', `metamask://wc?uri=${encoded}`],
  ['metamask:', 'metamask://', `metamask://wc?uri=${encoded}`],
  ['metamask://', 'metamask://', `metamask://wc?uri=${encoded}`],
  ['trust://open', 'trust://open/', `trust://open/wc?uri=${encoded}`],
])('%s leads to its app', (app, href, redirect) => {
  expect(pairingLink(app, uri)).toEqual({ href, redirect })
})

test('encodes twice for an app’s own scheme in Telegram on Android', () => {
  const there = { telegram: true, android: true }
  expect(pairingLink('metamask:', uri, there).redirect).toBe(`metamask://wc?uri=${encodeURIComponent(encoded)}`)
  expect(pairingLink('https://a.example', uri, there).redirect).toBe(`https://a.example/wc?uri=${encoded}`)
  expect(pairingLink('metamask:', uri, { telegram: true, android: false }).redirect).toBe(
    `metamask://wc?uri=${encoded}`,
  )
})

test('links a pending request, even in Telegram', () => {
  const request = { id: 7, topic: 'ab' }
  expect(requestLink('metamask://', request)).toBe('metamask://wc?requestId=7&sessionTopic=ab')
  expect(requestLink('https://a.example/', request)).toBe('https://a.example/wc?requestId=7&sessionTopic=ab')
  const start = btoa('requestId=7&sessionTopic=ab').replace(/=+$/, '')
  expect(requestLink('https://t.me/bot', request)).toBe(`https://t.me/bot?startapp=${start}`)
  expect(requestLink('https://t.me/bot?a=b', request)).toBe(`https://t.me/bot?a=b&startapp=${start}`)
})

test('the target of links', () => {
  const plain = { iframe: false, telegram: false }
  expect(linkTarget('metamask://x', plain)).toBe('_self')
  expect(linkTarget('https://a.example', plain)).toBe('_blank')
  expect(linkTarget('metamask://x', { iframe: false, telegram: true })).toBe('_blank')
  expect(linkTarget('https://a.example', { iframe: true, telegram: true })).toBe('_top')
})

test('stores and clears the app, and ignores invalid links', () => {
  const storage = fakeStorage()
  const tab = storage.tab()
  storeDeepLink(tab, { href: 'metamask://', name: 'MetaMask' })
  expect(storage.values.get(deepLinkKey)).toBe('{"href":"metamask://","name":"MetaMask"}')
  expect(storedDeepLink(tab)).toEqual({ href: 'metamask://', name: 'MetaMask' })
  storeDeepLink(tab, undefined)
  expect(storage.values.size).toBe(0)
  for (const bad of [
    '',
    'x',
    '[]',
    'null',
    '{"href":1}',
    '{"href":"javascript:alert(1)"}',
    '{"href":"data:text/html,x"}',
  ]) {
    storage.values.set(deepLinkKey, bad)
    expect(storedDeepLink(tab)).toBeUndefined()
  }
})

test('preserves the pairing in a link', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (text) => {
      const pairingUri = text.toWellFormed()
      const { redirect } = pairingLink('wallet:', pairingUri)
      expect(decodeURIComponent(redirect.slice('wallet://wc?uri='.length))).toBe(pairingUri)
    }),
  )
})
