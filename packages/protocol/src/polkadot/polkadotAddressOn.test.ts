import { expect, test } from 'vitest'
import { polkadotAddressOn } from './polkadotAddressOn.ts'

const alice = '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY'
const on = (networkId: `polkadot:${string}`, addressPrefix?: number) =>
  polkadotAddressOn(alice, { networkId, addressPrefix })

test('writes an account as each network does', () => {
  // As Subscan's tool and `@polkadot/util-crypto` write //Alice.
  expect(on('polkadot:91b171bb158e2d3848fa23a9f1c25182')).toBe('15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5')
  expect(on('polkadot:b0a8d493285c2df73290dfb7e61f870f')).toBe('HNZata7iMYWmk5RvZRTiAsSDhV8366zq2YGb3tLH5Upf74F')
  expect(on('polkadot:e143f23803ac50e8f6f8e62695d1ce9e')).toBe(alice)
})

test('uses the site’s own prefix, and keeps an address without a known one', () => {
  expect(on('polkadot:45454545454545454545454545454545', 2)).toBe('HNZata7iMYWmk5RvZRTiAsSDhV8366zq2YGb3tLH5Upf74F')
  expect(on('polkadot:45454545454545454545454545454545')).toBe(alice)
  expect(() => polkadotAddressOn('11', { networkId: 'polkadot:1' })).toThrow('Not a Polkadot address')
})
