import { type SignInText, writeSignIn } from '@billfold/protocol/signin/signInText'
import { expect, test } from 'vitest'
import { isOwnSignIn } from './isOwnSignIn.ts'

const own = {
  origin: 'https://shop.example:8443',
  address: '0x71C7656EC7ab88b098defB751B7401B5f6d8976F',
  chainId: 'eip155:10',
}
const text: Omit<SignInText, 'label'> = {
  ...{ domain: 'shop.example:8443', address: own.address, uri: 'https://shop.example:8443/account?x=1', version: '1' },
  ...{ chainId: 'eip155:10', nonce: 'abcdefgh12345678', issuedAt: '2026-11-17T12:00:00.000Z' },
}
const is = (change: Partial<SignInText> = {}, expected = own) =>
  isOwnSignIn(new TextEncoder().encode(writeSignIn({ ...text, ...change })), expected)

test.each<Partial<SignInText>>([
  {},
  { statement: 'Sign in to shop.example:8443.' },
  {
    uri: 'https://shop.example:8443',
    expirationTime: '2026-11-18T12:00:00Z',
    notBefore: '2026-11-17T12:00:00Z',
    requestId: '7',
  },
  { scheme: 'https' },
])('a sign-in to the page that asks is one: %o', (change) => {
  expect(is(change)).toBe(true)
})

test('recognizes a Solana sign-in', () => {
  const chainId = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'
  const address = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpdpdpdpdpdpdp'
  for (const statement of [undefined, 'Sign in to shop.example:8443.'])
    expect(is({ chainId, address, ...(statement ? { statement } : {}) }, { ...own, chainId, address })).toBe(true)
})

test.each<[string, Partial<SignInText>]>([
  ['another domain', { domain: 'evil.example' }],
  ['a domain that only begins the same', { domain: 'shop.example:8443.evil.example' }],
  ['another page', { uri: 'https://evil.example/' }],
  ['a page that only begins the same', { uri: 'https://shop.example:8443.evil.example/' }],
  ['another account', { address: '0x0000000000000000000000000000000000000001' }],
  ['another chain', { chainId: 'eip155:1' }],
  ['a short nonce', { nonce: 'abc' }],
  ['resources', { resources: ['urn:recap:eyJhdHQiOnt9fQ'] }],
  ['a sentence of the site’s own', { statement: 'I give Mallory all that I have.' }],
  ['a sentence for another site', { statement: 'Sign in to evil.example.' }],
  ['a sentence with more', { statement: 'Sign in to shop.example:8443. I pay.' }],
  ['a statement of two lines', { statement: 'Sign in\nand more' }],
  ['a statement that hides something', { statement: 'Sign in \u202e' }],
  ['another scheme', { scheme: 'http' }],
])('%s is not', (_, change) => {
  expect(is(change)).toBe(false)
})

test('rejects text before or after a sign-in', () => {
  const encode = (value: string) => new TextEncoder().encode(value)
  expect(isOwnSignIn(encode(`${writeSignIn(text)}\nTransfer everything`), own)).toBe(false)
  expect(isOwnSignIn(encode(`I agree.\n${writeSignIn(text)}`), own)).toBe(false)
})
