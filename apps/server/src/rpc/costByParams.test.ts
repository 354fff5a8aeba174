import type { Namespace } from '@billfold/protocol/caip'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isHeavy, unitsOf } from './rpcMethods.ts'

const cost = (namespace: Namespace, method: string, params: unknown) => {
  const calls = [{ method, params }]
  return { units: unitsOf(namespace, calls), isHeavy: isHeavy(namespace, calls) }
}
const address = '0x0000000000000000000000000000000000000001'
const keys = (count: number) => Array.from({ length: count }, (_, n) => `0x${n}`)
const code = '0x3a636f6465'

describe('an expensive call', () => {
  it.each<[Namespace, string, unknown[]]>([
    ['solana', 'getAccountInfo', ['x']],
    ['solana', 'getAccountInfo', ['x', { encoding: 'base64' }]],
    ['solana', 'getAccountInfo', ['x', { encoding: 'jsonParsed' }]],
    ['solana', 'getAccountInfo', ['x', { dataSlice: { offset: 0, length: 10_000_000 } }]],
    ['solana', 'getSignatureStatuses', [keys(256), { searchTransactionHistory: true }]],
    ['polkadot', 'state_getStorage', [code]],
    ['polkadot', 'state_getStorage', [code.toUpperCase().replace('0X', '0x')]],
    ['polkadot', 'state_getStorageAt', [code, '0xab']],
    ['polkadot', 'state_getStorageHash', [code]],
    ['polkadot', 'state_getStorageSize', [code]],
    ['eip155', 'eth_getProof', [address, keys(1_000), 'latest']],
    ['eip155', 'eth_getBlockByNumber', ['latest', true]],
    ['eip155', 'eth_getBlockByHash', ['0xab', true]],
  ])('of %s is heavy and costs more than a cheap one: %s', (namespace, method, params) => {
    const little: unknown[] = method === 'getAccountInfo' ? ['x', { dataSlice: { offset: 0, length: 0 } }] : ['0xab']
    expect(cost(namespace, method, little).isHeavy).toBe(false)
    expect(cost(namespace, method, params).isHeavy).toBe(true)
    expect(cost(namespace, method, params).units).toBeGreaterThan(cost(namespace, method, little).units)
  })

  it('costs by its parameters', () => {
    expect(cost('eip155', 'eth_getProof', [address, keys(3_900), 'latest']).units).toBeGreaterThan(3_900)
    expect(cost('eip155', 'zks_getProof', [address, keys(900), 1]).units).toBeGreaterThan(900)
    expect(cost('solana', 'getMultipleAccounts', [keys(100)]).units).toBeGreaterThan(200)
    expect(cost('polkadot', 'state_queryStorageAt', [Array(50).fill(code)]).units).toBeGreaterThan(1_000)
    expect(cost('eip155', 'eth_feeHistory', ['0x400', 'latest', Array(100).fill(50)]).units).toBeGreaterThan(1_000)
  })
})

describe('a cheap call', () => {
  it.each<[Namespace, string, unknown[]]>([
    ['solana', 'getAccountInfo', ['x', { dataSlice: { offset: 0, length: 0 } }]],
    ['solana', 'getSignatureStatuses', [['x']]],
    ['polkadot', 'state_getStorage', ['0x26aa394eea5630e07c48ae0c9558cef7']],
    ['eip155', 'eth_getProof', [address, [], 'latest']],
    ['eip155', 'eth_getProof', [address, keys(2), 'latest']],
    ['eip155', 'eth_getBlockByNumber', ['latest', false]],
  ])('of %s stays light: %s', (namespace, method, params) => {
    expect(cost(namespace, method, params).isHeavy).toBe(false)
  })
})

it('never costs less than its method, breaks the count or weighs a method that is not forwarded', () => {
  const methods: [Namespace, string][] = [
    ['eip155', 'eth_getProof'],
    ['eip155', 'eth_feeHistory'],
    ['eip155', 'eth_getBlockByNumber'],
    ['solana', 'getAccountInfo'],
    ['solana', 'getMultipleAccounts'],
    ['solana', 'getAssetBatch'],
    ['polkadot', 'state_getStorage'],
    ['polkadot', 'state_queryStorageAt'],
    ['bip122', 'getblock'],
    ['eip155', 'constructor'],
  ]
  fc.assert(
    fc.property(fc.constantFrom(...methods), fc.jsonValue(), ([namespace, method], params) => {
      const { units } = cost(namespace, method, params)
      expect(Number.isFinite(units)).toBe(true)
      expect(units).toBeGreaterThanOrEqual(Math.min(cost(namespace, method, []).units, 1))
    }),
  )
})
