import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readRequestTarget } from './readRequestTarget.ts'

describe('the address in a request', () => {
  it.each([
    ['/', '/', []],
    [
      '/v1/?chainId=eip155:1&projectId=x',
      '/v1/',
      [
        ['chainId', 'eip155:1'],
        ['projectId', 'x'],
      ],
    ],
    ['/a//b', '/a//b', []],
    ['/a/../b?', '/a/../b', []],
    ['/v1/profile/account/%C3%A9.eth', '/v1/profile/account/%C3%A9.eth', []],
    [
      '/?a=b?c\\d&e=%2F',
      '/',
      [
        ['a', 'b?c\\d'],
        ['e', '/'],
      ],
    ],
  ])('reads %s', (target, path, query) => {
    const read = readRequestTarget(target)
    expect(read?.path).toBe(path)
    expect([...(read?.query ?? [])]).toEqual(query)
  })

  it.each([
    undefined,
    '',
    '*',
    '//',
    '//evil.example/health',
    '/\\evil.example/health',
    '/a\\b',
    'http://evil.example/health',
    'http://',
    'health',
    'evil.example:443',
    '/%',
    '/%zz',
    '/%ff',
    '/%ed%a0%80',
    '/?a=%',
    '/?a=%c3',
    '/#a',
    '/?a#b',
    '/é',
    '/a b',
    '/a\0',
  ])('rejects %j', (target) => expect(readRequestTarget(target)).toBeUndefined())

  it('never throws, and accepts every browser’s request', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        readRequestTarget(text)
        readRequestTarget(`/${text}`)
      }),
    )
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true }), fc.string({ unit: 'grapheme' }), (text, value) => {
        const url = new URL(text)
        url.searchParams.set('value', value)
        // A path that begins with two slashes is a host's to a URL parser, and rejected.
        if (url.pathname.startsWith('//')) return
        const read = readRequestTarget(url.pathname + url.search)
        expect(read?.path).toBe(url.pathname)
        expect(read?.query.get('value')).toBe(url.searchParams.get('value'))
      }),
      { numRuns: 30 },
    )
  })

  it('takes time in proportion to the length of an address', () => {
    const time = (length: number) => {
      const target = `/${'?a%20'.repeat(length / 5)}#`
      // CPU time of this thread, not wall time: others use the machine too.
      const began = process.threadCpuUsage()
      for (let i = 0; i < 20; i++) readRequestTarget(target)
      return process.threadCpuUsage(began).user / 1_000
    }
    time(20_000) // the compiler's turn
    expect(Math.min(...[1, 2, 3].map(() => time(320_000)))).toBeLessThan(16 * 6 * Math.max(0.5, time(20_000)))
  })
})
