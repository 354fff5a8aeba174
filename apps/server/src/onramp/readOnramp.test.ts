import { describe, expect, it } from 'vitest'
import { readOnramp } from './readOnramp.ts'

describe('the settings', () => {
  it('enable the providers with keys, and report missing ones', () => {
    expect(readOnramp({})).toBeUndefined()
    const moonpay = { MOONPAY_API_KEY: 'pk_1234', MOONPAY_SECRET_KEY: 'sk_1234', MOONPAY_WEBHOOK_KEY: 'wk_1234' }
    const meld = { MELD_API_KEY: 'key1', MELD_WEBHOOK_SECRET: 'hook', MELD_WEBHOOK_URL: 'https://api.example/w' }
    const both = readOnramp({ ...moonpay, ...meld, ONRAMP_COUNTRIES: 'DE,FR' })
    expect([both?.countries, both?.providers.map(({ id }) => id)]).toEqual([
      ['DE', 'FR'],
      ['moonpay', 'meld'],
    ])
    expect(() => readOnramp({ MOONPAY_API_KEY: 'pk_1234' })).toThrow('MOONPAY_SECRET_KEY must be set too')
    expect(() => readOnramp({ ONRAMP_COUNTRIES: 'Germany' })).toThrow('ONRAMP_COUNTRIES must be two-letter codes')
    const file = { COINBASE_ONRAMP_KEY_ID: 'key1', COINBASE_ONRAMP_KEY_FILE: '/nowhere' }
    expect(() => readOnramp(file)).toThrow('COINBASE_ONRAMP_KEY_FILE: cannot read /nowhere')
  })
})
