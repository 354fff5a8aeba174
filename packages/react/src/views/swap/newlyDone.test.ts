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
  sentAt: 100,
  ...more,
})
const looker = () => {
  const told = new Set<string>()
  return (...now: Transaction[]) => newlyDone(told, 100, now).map(({ hash }) => hash)
}

test('what has gone through is told once, also when it was done before anybody could look', () => {
  const look = looker()
  expect(look(swap('0xa', 'pending'), swap('0xb', 'confirmed'))).toEqual(['0xb'])
  expect(look(swap('0xa', 'confirmed'), swap('0xb', 'confirmed'))).toEqual(['0xa'])
  expect(look(swap('0xa', 'confirmed'), swap('0xb', 'confirmed'))).toEqual([])
})

test('what is of an earlier visit, failed or became something else is not', () => {
  const look = looker()
  expect(look(swap('0xa', 'confirmed', { sentAt: 99 }), swap('0xb', 'failed'), swap('0xc', 'dropped'))).toEqual([])
  expect(look(swap('0xd', 'confirmed', { altered: true }))).toEqual([])
})

test('a batch is the same by the wallet’s name and by the chain’s', () => {
  const look = looker()
  expect(look(swap('batch-1', 'confirmed', { batch: 'batch-1' }))).toEqual(['batch-1'])
  expect(look(swap('0xc', 'confirmed', { batch: 'batch-1' }))).toEqual([])
})
