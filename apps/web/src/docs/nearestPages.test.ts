import { expect, test } from 'vitest'
import { docEntries, docPath } from '../server/docs/docsTree.ts'
import { nearestPages, wordsOfPath } from './nearestPages.ts'

const pages = docEntries().map(({ slug, title }) => ({ title, url: docPath(slug) }))

test.each([
  ['/docs/quickstart', '/docs/quick-start'],
  ['/docs/guides/raect', '/docs/guides/react'],
  ['/docs/options', '/docs/reference/options'],
  ['/docs/guides/themeing', '/docs/guides/theming'],
  ['/docs/languages.md', '/docs/languages'],
  ['/docs/wallet-connect', '/docs/guides/walletconnect'],
])('finds the page meant by %s', (path, meant) => {
  expect(nearestPages(path, pages)[0]?.url).toBe(meant)
})

test('suggests nothing for an address that is like no page', () => {
  expect(nearestPages('/docs/zzzz', pages)).toEqual([])
  expect(nearestPages('/docs/%E0%A4%A', pages)).toBeInstanceOf(Array)
})

test('turns an address into words to search for', () => {
  expect(wordsOfPath('/docs/guides/relay-url.html')).toBe('guides relay url')
  expect(wordsOfPath('/docs/%zz')).toBe('zz')
  expect(wordsOfPath('/docs')).toBe('')
})
