import { describe, expect, it } from 'vitest'
import { createTokenIcons } from './tokenIcons.ts'

const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
const svg = '<svg xmlns="http://www.w3.org/2000/svg"><circle r="4"/></svg>'
const url = 'https://img.example/coins/usdc.png?v=2'

function iconsOf(answer: () => Response | Promise<Response>, more = {}) {
  const urls: string[] = []
  const fetch = async (from: URL | RequestInfo, init?: RequestInit) => {
    urls.push(String(from))
    expect(init?.redirect).toBe('error')
    expect(init?.signal).toBeInstanceOf(AbortSignal)
    return answer()
  }
  const icons = createTokenIcons({ hosts: new Set(['img.example']), fetch: fetch as typeof globalThis.fetch, ...more })
  const show = async (from = url) => icons.find(icons.pathOf(from)?.split('/').at(-1) ?? '')
  return { icons, urls, show }
}

describe("a token's image", () => {
  it('comes from an allowed host, once for everyone, under our own URL', async () => {
    const { icons, urls, show } = iconsOf(() => new Response(png, { headers: { 'content-type': 'text/html' } }))
    expect(icons.pathOf(url)).toMatch(/^\/public\/getTokenIcon\/[\w-]+$/)
    const [first, second] = await Promise.all([show(), show()])
    expect(first).toMatchObject({ type: 'image/png', bytes: Uint8Array.from(png) })
    expect(second).toBe(first)
    expect(urls).toEqual([url])
  })

  it('may be an SVG', async () => {
    expect(await iconsOf(() => new Response(svg)).show()).toMatchObject({ type: 'image/svg+xml' })
  })

  it.each([
    'http://img.example/a.png',
    'https://other.example/a.png',
    'https://img.example.evil.example/a.png',
    'https://user:pass@img.example/a.png',
    'https://img.example:8443/a.png',
    'https://169.254.169.254/latest',
    'data:image/png;base64,AAAA',
    'javascript:alert(1)',
    'not a url',
    `https://img.example/${'a'.repeat(2_000)}`,
    '',
  ])('is not fetched from %s', async (bad) => {
    const { icons, urls } = iconsOf(() => new Response(png))
    expect(icons.pathOf(bad)).toBeUndefined()
    expect(await icons.find(Buffer.from(bad).toString('base64url'))).toBeUndefined()
    expect(urls).toEqual([])
  })

  it.each<[string, () => Response]>([
    [
      'a page',
      () => new Response('<!doctype html><script>alert(1)</script>', { headers: { 'content-type': 'image/png' } }),
    ],
    [
      'a drawing with a script',
      () => new Response('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    ],
    ['a drawing that calls home', () => new Response('<svg><image href="https://spy.example/x"/></svg>')],
    ['a drawing with a handler', () => new Response('<svg onload="alert(1)"></svg>')],
    ['nothing', () => new Response('')],
    ['a refusal', () => new Response(png, { status: 403 })],
    ['far too much', () => new Response(Buffer.concat([png, Buffer.alloc(300_000)]))],
  ])('is not %s', async (_, answer) => {
    expect(await iconsOf(answer).show()).toBeUndefined()
  })

  it('is given up if it never ends', async () => {
    let isCancelled = false
    const endless = () =>
      new Response(
        new ReadableStream({
          pull: (controller) => controller.enqueue(new Uint8Array(65_536)),
          cancel: () => void (isCancelled = true),
        }),
      )
    expect(await iconsOf(endless).show()).toBeUndefined()
    expect(isCancelled).toBe(true)
  })

  it('is missing if its host is down', async () => {
    expect(await iconsOf(() => Promise.reject(new TypeError('fetch failed'))).show()).toBeUndefined()
  })

  it('retries an unavailable host soon, but not at once, and does not retry what is not an image', async () => {
    let time = 0
    let answer: () => Response | Promise<Response> = () => Promise.reject(new TypeError('fetch failed'))
    const { urls, show } = iconsOf(() => answer(), { now: () => time })
    expect([await show(), await show()]).toEqual([undefined, undefined])
    expect(urls).toHaveLength(1)
    time += 30_000
    answer = () => new Response('busy', { status: 503 })
    expect(await show()).toBeUndefined()
    time += 30_000
    answer = () => new Response(png)
    expect(await show()).toMatchObject({ type: 'image/png' })
    const page = iconsOf(() => new Response('<html></html>'), { now: () => time })
    expect(await page.show()).toBeUndefined()
    time += 60_000
    expect(await page.show()).toBeUndefined()
    expect(page.urls).toHaveLength(1)
  })
})
