import { inspect } from 'node:util'
import { expect, it } from 'vitest'
import { readHosted } from './readHosted.ts'

it('enables no service by default', () => {
  const { balances, prices, history } = readHosted({})
  expect([balances, prices, history]).toEqual([[], [], []])
})

it('enables the services with a key or a URL, in this order', () => {
  const hosted = readHosted({
    ZERION_API_KEY: 'zk_secret',
    BLOCKSCOUT_URL: 'https://api.blockscout.com/',
    HELIUS_API_KEY: 'he-secret',
    DAS_URL: 'https://das.example/key-secret',
    SUBSCAN_API_KEY: 'sub-secret',
    COINGECKO_API_KEY: 'CG-secret',
    DEFILLAMA: 'on',
    ICON_HOSTS: 'img.example',
  })
  expect(hosted.balances.map(({ id }) => id)).toEqual(['zerion', 'blockscout', 'helius', 'das'])
  expect(hosted.history.map(({ id }) => id)).toEqual(['zerion', 'helius', 'subscan'])
  expect(hosted.prices.map(({ id }) => id)).toEqual(['coingecko', 'defillama'])
  expect([...hosted.iconHosts]).toEqual(['img.example'])
  // Anyone who prints the configuration prints no key.
  expect(inspect(hosted, { depth: 10, showHidden: true }) + JSON.stringify(hosted)).not.toContain('secret')
})

it.each([
  [{ ZERION_API_KEY: 'has a space' }, 'ZERION_API_KEY must be a key without spaces.'],
  [{ BLOCKSCOUT_URL: 'blockscout' }, 'BLOCKSCOUT_URL must be a URL that begins with https.'],
  [{ DEFILLAMA: 'yes' }, 'DEFILLAMA must be on or off.'],
  [{ ICON_HOSTS: 'https://a.example/x' }, 'ICON_HOSTS must be comma-separated host names.'],
])('reports the expected value of %o, without quoting it', (env, sentence) => {
  expect(() => readHosted(env)).toThrow(sentence)
})
