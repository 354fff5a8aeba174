import fc from 'fast-check'
import { expect, it } from 'vitest'
import { browserLink } from './browserLink.ts'

const page = 'https://site.example/app/a%20b?x=1&y=ü#secret=1'
const encoded = 'https%3A%2F%2Fsite.example%2Fapp%2Fa%2520b%3Fx%3D1%26y%3D%25C3%25BC'

it.each([
  ['https://go.example/dapp?url={url}', `https://go.example/dapp?url=${encoded}`],
  ['https://link.example/dapp/{hostPath}', 'https://link.example/dapp/site.example/app/a%20b?x=1&y=%C3%BC'],
  ['https://a.example/{url}?ref={origin}', `https://a.example/${encoded}?ref=https%3A%2F%2Fsite.example`],
  ['https://b.example?deep=b%3A%2F%2F{urlTwice}', `https://b.example?deep=b%3A%2F%2F${encodeURIComponent(encoded)}`],
  [
    'https://c.example/request?data={urlList64}',
    `https://c.example/request?data=${encodeURIComponent(btoa('["https://site.example/app/a%20b?x=1&y=%C3%BC"]'))}`,
  ],
  ['acme://open?url={url}', `acme://open?url=${encoded}`],
])('fills %s', (template, link) => {
  expect(browserLink(template, page)).toBe(link)
})

it('names the host alone for a front page', () => {
  expect(browserLink('https://link.example/dapp/{hostPath}', 'https://site.example/')).toBe(
    'https://link.example/dapp/site.example',
  )
})

it('opens no scripts, and nothing for a page without a URL', () => {
  expect(browserLink('javascript:alert({url})', page)).toBe(undefined)
  expect(browserLink('https://go.example/{url}', 'about:')).toBe('https://go.example/about%3A')
  expect(browserLink('https://go.example/{url}', '')).toBe(undefined)
})

it('keeps fragments out of every link, and gives back the page’s path and query', () => {
  const part = fc.webUrl({ withQueryParameters: true, withFragments: true })
  fc.assert(
    fc.property(part, fc.stringMatching(/^[a-z0-9]{12,20}$/), (url, secret) => {
      const href = new URL(`${url.split('#')[0]}#${secret}`).href
      const link = new URL(browserLink('https://go.example/dapp?url={url}', href)!)
      const opened = new URL(link.searchParams.get('url')!)
      expect(opened.hash).toBe('')
      expect(opened.pathname).toBe(new URL(href).pathname)
      expect(opened.search).toBe(new URL(href).search.replaceAll('\\', '%5C'))
      const twice = browserLink('https://go.example/?d=x%3A{urlTwice}', href)!
      expect(decodeURIComponent(new URL(twice).searchParams.get('d')!.slice(2))).toBe(opened.href)
    }),
  )
})

it('stays JSON within a link', () => {
  const json = 'tpdapp://open?params=%7B%22url%22%3A%22{url}%22%7D'
  const link = browserLink(json, 'https://site.example/?q="\\quoted"')!
  expect(JSON.parse(decodeURIComponent(link.split('params=')[1]!))).toEqual({
    url: 'https://site.example/?q=%22%5Cquoted%22',
  })
})
