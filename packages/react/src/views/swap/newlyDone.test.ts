import type { Transaction } from '@billfold/core/features/transactions/transactions'
import { expect, test } from 'vitest'
import { newlyDone } from './newlyDone.ts'

const swap = (hash: string, status: Transaction['status'], more: Partial<Transaction> = {}): Transaction => ({
  hash,
  status,
  networkId: 'eip155:1',
  kind: 'swap',
  call: { from: '0x1', to: '0x2', value: '0', data: '0x' },
  meant: { to: '0x1', amount: '1', symbol: 'USDC', decimals: 6 },
  sentAt: 0,
  ...more,
})
const names = (before: Transaction[], now: Transaction[]) => newlyDone(before, now).map(({ hash }) => hash)

test('what was on its way and went through is new, once', () => {
  const [pending, done] = [swap('0xa', 'pending'), swap('0xa', 'confirmed')]
  expect(names([pending], [done])).toEqual(['0xa'])
  expect(names([done], [done])).toEqual([])
  expect(names([pending], [pending])).toEqual([])
  expect(names([swap('0xa', 'dropped')], [done])).toEqual(['0xa'])
})

test('what was done before anybody looked, failed or became something else is not', () => {
  expect(names([], [swap('0xa', 'confirmed')])).toEqual([])
  expect(names([swap('0xa', 'pending')], [swap('0xa', 'failed')])).toEqual([])
  expect(names([swap('0xa', 'pending')], [swap('0xa', 'confirmed', { altered: true })])).toEqual([])
  expect(names([swap('0xa', 'pending')], [swap('0xb', 'confirmed')])).toEqual([])
})

test('a batch is the same by the wallet’s name and by the chain’s', () => {
  const before = swap('batch-1', 'pending', { batch: 'batch-1' })
  expect(names([before], [swap('0xc', 'confirmed', { batch: 'batch-1' })])).toEqual(['0xc'])
})
