import fc from 'fast-check'
import { expect, test } from 'vitest'
import { describeMessage } from './describeMessage.ts'
import { visibleDomain } from './visibleText.ts'

const describe = (text: string, host = 'app.site.example') => describeMessage(new TextEncoder().encode(text), host)

test('shows text verbatim, and other bytes in hex', () => {
  expect(describe('Hello,\nworld 👩‍🚀')).toEqual({ kind: 'text', text: 'Hello,\nworld 👩‍🚀' })
  expect(describeMessage(Uint8Array.of(0xff, 0xfe), 'x')).toEqual({ kind: 'bytes', hex: '0xfffe' })
})

test('writes out characters that reverse or hide text', () => {
  expect(describe('pay \u202e001\u202c')).toEqual({ kind: 'text', text: 'pay \\u{202e}001\\u{202c}' })
  expect(describe('a\u200bb\u0000\u2066')).toEqual({ kind: 'text', text: 'a\\u{200b}b\\u{0}\\u{2066}' })
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const shown = describe(text)
      expect(shown.kind === 'text' && /[\u202a-\u202e\u2066-\u2069\u200b\ufeff]/.test(shown.text)).toBe(false)
    }),
  )
})

test('recognizes a sign-in, and flags one for another site', () => {
  const line = (domain: string) => `${domain} wants you to sign in with your Ethereum account:\n0x…`
  expect(describe(line('app.site.example'))).toMatchObject({ signIn: { domain: 'app.site.example', isForeign: false } })
  expect(describe(line('https://app.site.example'))).toMatchObject({ signIn: { isForeign: false } })
  for (const other of ['bank.example', 'app.site.example.evil.example', 'аpp.site.example', 'app.site.example:8080'])
    expect(describe(line(other))).toMatchObject({ signIn: { domain: visibleDomain(other), isForeign: true } })
  const uri = (host: string) => `${line('app.site.example')}\n\nURI: https://${host}/account\nVersion: 1`
  expect(describe(uri('app.site.example'))).toMatchObject({ signIn: { isForeign: false } })
  expect(describe(uri('bank.example'))).toMatchObject({ signIn: { domain: 'bank.example', isForeign: true } })
  expect(describe('I say: x wants you to sign in with your Ethereum account:')).not.toHaveProperty('signIn')
})
