import { expect, test } from 'vitest'
import { cutAtWords, type SearchIndex, searchSections } from './searchSections.ts'

const index: SearchIndex = [
  { page: 'Options', heading: '', url: '/docs/options', text: 'What a site can set.' },
  { page: 'Options', heading: 'relayUrl', url: '/docs/options#relayurl', text: 'Your relay, wss only.' },
  { page: 'The relay', heading: '', url: '/docs/relay', text: 'Wallets on other devices connect through it.' },
  { page: 'The relay', heading: 'Limits', url: '/docs/relay#limits', text: 'How many sockets one address may open.' },
  { page: 'Testing', heading: 'Sockets', url: '/docs/testing#sockets', text: `${'word '.repeat(60)}the relay answers` },
]
const urls = (query: string) => searchSections(index, query).map(({ url }) => url)

test('ranks the page of that name first, then headings, then text', () => {
  expect(urls('relay')).toEqual([
    '/docs/relay',
    '/docs/options#relayurl',
    '/docs/relay#limits',
    '/docs/testing#sockets',
  ])
  expect(urls('relayurl')[0]).toBe('/docs/options#relayurl')
})

test('matches prefixes of words, and requires every word', () => {
  expect(urls('sock')).toEqual(['/docs/testing#sockets', '/docs/relay#limits'])
  expect(urls('relay sockets')).toEqual(['/docs/testing#sockets', '/docs/relay#limits'])
})

test('falls back to sections with most of the words, and to nothing below half', () => {
  expect(urls('relay banana')).toEqual(urls('relay'))
  expect(urls('relay banana cherry')).toEqual([])
  expect(urls('banana')).toEqual([])
  expect(urls('  ?! ')).toEqual([])
})

test('starts an excerpt near the match, at a word', () => {
  const [hit] = searchSections(index, 'answers')
  expect(hit?.excerpt).toMatch(/^… word (?:word )*the relay answers$/)
})

test('cuts a text at the matches, letter for letter', () => {
  expect(cutAtWords('Your RelayUrl, relay', ['relay', 'relayurl'])).toEqual([
    { text: 'Your ', isFound: false },
    { text: 'RelayUrl', isFound: true },
    { text: ', ', isFound: false },
    { text: 'relay', isFound: true },
  ])
  expect(cutAtWords('plain', [])).toEqual([{ text: 'plain', isFound: false }])
})
