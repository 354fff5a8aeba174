import type { Transaction } from '@billfold/core/model/transactions'
import { expect, test } from 'vitest'
import { en } from '../../i18n/compiled/send/en.ts'
import { outcomeText } from './outcomeText.ts'

const proposal = `0x${'5a'.repeat(32)}`
const sent = {
  hash: proposal,
  batch: proposal,
  networkId: 'eip155:1',
  kind: 'send',
  from: `0x${'ab'.repeat(20)}`,
  call: {},
  meant: { to: `0x${'cd'.repeat(20)}`, amount: '1', symbol: 'ETH', decimals: 18 },
  sentAt: 0,
  status: 'pending',
} satisfies Transaction
const textOf = (over: Partial<Transaction>) => outcomeText({ ...sent, ...over }, en.status, 'en')

test('says how many owners have approved, until enough have or the outcome is known', () => {
  expect(textOf({ signers: { have: 1, need: 3 } })).toBe(
    'Waiting for other owners: 1 of 3 have approved. You can close this.',
  )
  expect(textOf({ signers: { have: 3, need: 3 } })).toBe(en.status.pendingText)
  expect(textOf({})).toBe(en.status.pendingText)
  expect(textOf({ status: 'failed', isUnsent: true, signers: { have: 1, need: 3 } })).toBe(en.status.unsentText)
})
