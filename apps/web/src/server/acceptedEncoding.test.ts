import { expect, test } from 'vitest'
import { acceptedEncoding } from './acceptedEncoding.ts'

const both = { br: 1, gzip: 1 }

test.each([
  ['gzip, deflate, br, zstd', both, 'br'],
  ['gzip', both, 'gzip'],
  ['br;q=0, gzip', both, 'gzip'],
  ['BR', both, 'br'],
  ['*', both, 'br'],
  ['*;q=0', both, 'identity'],
  ['gzip;q=0.0', both, 'identity'],
  ['br', { gzip: 1 }, 'identity'],
  ['', both, 'identity'],
  [undefined, both, 'identity'],
] as const)('%s', (header, built, expected) => {
  expect(acceptedEncoding(header, built)).toBe(expected)
})
