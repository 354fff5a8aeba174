import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hearWallets, readAnnouncement } from './announcedWallets.ts'

const provider = { request: async () => null }
const info = { uuid: 'u1', name: 'Wallet', rdns: 'org.wallet', icon: 'data:image/png;base64,AA==' }

function announce(target: EventTarget, detail: unknown) {
  target.dispatchEvent(Object.assign(new Event('eip6963:announceProvider'), { detail }))
}

test('asks who is there, and keeps each wallet once', () => {
  const target = new EventTarget()
  let asked = 0
  target.addEventListener('eip6963:requestProvider', () => {
    asked++
    announce(target, { info, provider })
  })
  const wallets = hearWallets(target as Window)
  announce(target, { info, provider })
  announce(target, { info: { ...info, uuid: 'u2', name: 'Other' }, provider })
  expect(asked).toBe(1)
  expect(wallets.get().map(({ name }) => name)).toEqual(['Wallet', 'Other'])
})

test('only a data picture is shown: an address would tell another host who visits', () => {
  expect(readAnnouncement({ info: { ...info, icon: 'https://evil.example/x.png' }, provider })?.icon).toBe(null)
  expect(readAnnouncement({ info, provider })?.icon).toBe(info.icon)
})

test('nothing on the page can break it with an odd announcement', () => {
  fc.assert(
    fc.property(fc.anything(), (detail) => {
      expect(readAnnouncement(detail)).toBe(undefined)
    }),
  )
  expect(readAnnouncement({ info, provider: {} })).toBe(undefined)
})
