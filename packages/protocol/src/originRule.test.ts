import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatOriginRule, isOriginAllowed, parseOriginRule } from './originRule.ts'

const allows = (rule: string, origin: string, isLocal = false) =>
  isOriginAllowed(origin, [parseOriginRule(rule)], isLocal)

describe('parseOriginRule', () => {
  it.each([
    ['https://App.Example.com', 'https://app.example.com'],
    ['https://example.com:443', 'https://example.com'],
    ['http://example.com:8080', 'http://example.com:8080'],
    ['https://*.example.com', 'https://*.example.com'],
    ['http://localhost:*', 'http://localhost:*'],
    ['http://*.billfold.localhost:*', 'http://*.billfold.localhost:*'],
    ['http://[::1]:*', 'http://[::1]:*'],
    ['https://bücher.example', 'https://xn--bcher-kva.example'],
  ])('stores %s as %s', (text, stored) => expect(formatOriginRule(parseOriginRule(text))).toBe(stored))

  it.each([
    '*',
    'example.com',
    'https://*',
    'https://*.com',
    'https://*.*.example.com',
    'https://a.*.example.com',
    'https://exa*mple.com',
    'https://example.com:*',
    'https://example.com/path',
    'https://user@example.com',
    'https://*.127.0.0.1',
    'ftp://example.com',
    'javascript://x',
    'null',
    '',
  ])('refuses %j in one sentence', (text) => expect(() => parseOriginRule(text)).toThrow(/^.* is not an origin: .*\.$/))
})

describe('isOriginAllowed', () => {
  it('wants scheme, host and port exactly', () => {
    expect(allows('https://a.example', 'https://a.example')).toBe(true)
    for (const other of ['http://a.example', 'https://a.example:8443', 'https://b.example', 'https://a.example.evil'])
      expect(allows('https://a.example', other), other).toBe(false)
  })

  it('lets a star stand for exactly one label', () => {
    expect(allows('https://*.a.example', 'https://x.a.example')).toBe(true)
    for (const other of ['https://a.example', 'https://y.x.a.example', 'https://xa.example', 'https://.a.example'])
      expect(allows('https://*.a.example', other), other).toBe(false)
  })

  it('honors any port for local projects only', () => {
    expect(allows('http://localhost:*', 'http://localhost:5173', true)).toBe(true)
    expect(allows('http://localhost:*', 'http://localhost', true)).toBe(true)
    expect(allows('http://localhost:*', 'http://localhost:5173', false)).toBe(false)
    expect(allows('http://localhost:*', 'http://localhost.evil.example:80', true)).toBe(false)
  })

  it('refuses what no browser sends', () => {
    for (const origin of [
      'null',
      'https://A.example',
      'https://a.example/',
      'https://a.example:443',
      'https://u@a.example',
    ])
      expect(allows('https://a.example', origin), origin).toBe(false)
  })

  it('never lets a wildcard reach outside its domain, nor deeper than one label', () => {
    const label = fc.stringMatching(/^[a-z0-9]{1,4}$/)
    const base = fc.constantFrom('a.example', 'b.example', 'xa.example', 'a.example.evil')
    fc.assert(
      fc.property(fc.array(label, { maxLength: 3 }), base, (labels, domain) => {
        const origin = `https://${[...labels, domain].join('.')}`
        expect(allows('https://*.a.example', origin)).toBe(labels.length === 1 && domain === 'a.example')
      }),
    )
  })
})
