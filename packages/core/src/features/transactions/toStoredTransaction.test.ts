import { expect, test } from 'vitest'
import { toStoredTransaction } from './toStoredTransaction.ts'

const kept = {
  hash: 'a1',
  networkId: 'bip122:000000000019d6689c085ae165831e93',
  kind: 'send',
  from: 'bc1q',
  call: { from: 'bc1q', psbt: 'c'.repeat(100_000) },
  meant: { to: 'bc1p', amount: '1', symbol: 'BTC', decimals: 8 },
  sentAt: 1,
  status: 'pending',
}

test('restores a large transaction after a reload, and drops invalid ones', () => {
  const large = { ...kept, trace: { raw: 'f'.repeat(400_000) } }
  expect(toStoredTransaction(large)).toEqual(large)
  for (const over of [{ call: 'x' }, { trace: { raw: {} } }, { from: 7 }, { status: 'lost' }])
    expect(toStoredTransaction({ ...kept, ...over })).toBeUndefined()
})
