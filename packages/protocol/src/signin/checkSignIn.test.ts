import { describe, expect, it } from 'vitest'
import { checkSignIn, type ExpectedSignIn } from './checkSignIn.ts'
import { RefusedSignIn } from './refusedSignIn.ts'
import type { SignInText } from './signInText.ts'

const now = Date.parse('2026-11-17T12:00:00Z')
const text: SignInText = {
  label: 'Ethereum',
  domain: 'site.example:8443',
  address: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
  uri: 'https://site.example:8443/login',
  version: '1',
  chainId: 'eip155:1',
  nonce: 'abcdefgh12345678',
  issuedAt: '2026-11-17T11:59:00Z',
  expirationTime: '2026-11-17T12:30:00Z',
  notBefore: '2026-11-17T11:59:00Z',
}
const expected: ExpectedSignIn = {
  domain: 'site.example:8443',
  nonce: text.nonce,
  chainIds: ['eip155:1', 'eip155:10'],
  address: text.address.toLowerCase(),
  now,
}
const reasonOf = (changes: Partial<SignInText>, expectations: Partial<ExpectedSignIn> = {}) => {
  try {
    checkSignIn({ ...text, ...changes }, { ...expected, ...expectations })
    return 'none'
  } catch (e) {
    return e instanceof RefusedSignIn ? e.reason : e
  }
}

describe('a sign-in is checked', () => {
  it('holds for the site, chain, account and time that it names', () => {
    expect(reasonOf({})).toBe('none')
    expect(reasonOf({ domain: 'SITE.example:8443', scheme: 'https' })).toBe('none')
    expect(reasonOf({}, { address: undefined })).toBe('none')
  })
  it.each<[string, Partial<SignInText>]>([
    ['domain', { domain: 'site.example' }],
    ['domain', { domain: 'site.example:8443.evil.example' }],
    ['uri', { uri: 'https://evil.example/login' }],
    ['uri', { uri: 'https://site.example:8443@evil.example/' }],
    ['uri', { uri: 'did:key:z6Mk' }],
    ['uri', { scheme: 'http' }],
    ['chain', { chainId: 'eip155:137' }],
    ['address', { address: '0x0000000000000000000000000000000000000001' }],
    ['nonce', { nonce: 'ABCDEFGH12345678' }],
    ['issued', { issuedAt: '2026-11-17T12:01:01Z' }],
    ['not_yet', { notBefore: '2026-11-17T12:01:01Z' }],
    ['expired', { expirationTime: '2026-11-17T11:58:59Z' }],
  ])('%s: %o', (reason, changes) => {
    expect(reasonOf(changes)).toBe(reason)
  })
  it('tolerates clocks a minute apart, or `skewMs`', () => {
    expect(reasonOf({ issuedAt: '2026-11-17T12:00:59Z', expirationTime: '2026-11-17T11:59:01Z' })).toBe('none')
    expect(reasonOf({ expirationTime: '2026-11-17T11:59:59Z' }, { skewMs: 0 })).toBe('expired')
  })
})
