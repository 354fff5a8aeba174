import { inspect } from 'node:util'
import { expect, it } from 'vitest'
import { readQuoteSources } from './readQuoteSources.ts'

it('enables no source by default', () => {
  expect(readQuoteSources({})).toEqual([])
  // A key alone does not name the integrator that LI.FI would pay.
  expect(readQuoteSources({ LIFI_API_KEY: 'li-secret' })).toEqual([])
})

it('enables the sources with a key or a name, and prints no key', () => {
  const sources = readQuoteSources({
    ZEROX_API_KEY: 'zx-secret',
    ONEINCH_API_KEY: 'in-secret',
    LIFI_INTEGRATOR: 'acme',
    LIFI_API_KEY: 'li-secret',
    KYBERSWAP_CLIENT_ID: 'acme',
  })
  expect(sources.map(({ id }) => id)).toEqual(['0x', '1inch', 'lifi', 'kyberswap'])
  expect(inspect(sources, { depth: 10, showHidden: true }) + JSON.stringify(sources)).not.toContain('secret')
})

it.each([
  [{ ZEROX_API_KEY: 'a b c d' }, 'ZEROX_API_KEY must be a key without spaces.'],
  [{ ONEINCH_URL: 'ftp://x' }, 'ONEINCH_URL must be a URL that begins with https.'],
  [{ KYBERSWAP_CLIENT_ID: 'a\nb' }, 'KYBERSWAP_CLIENT_ID must be a name of letters, digits, dots'],
])('reports the expected value of %o', (env, sentence) => {
  expect(() => readQuoteSources(env)).toThrow(sentence)
})
