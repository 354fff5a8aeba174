import { expect, test } from 'vitest'
import { setUpKit } from '../../../test/setUpKit.ts'
import type { Event } from '../../model/state.ts'
import type { Transaction } from '../../model/transactions.ts'

const transactionOf = (kind: Transaction['kind'], more: Partial<Transaction> = {}): Transaction => ({
  hash: '0xa',
  networkId: 'eip155:1',
  kind,
  from: '0x1',
  call: { from: '0x1', to: '0x2', value: '0', data: '0x' },
  meant: { to: '0x1', amount: '1', symbol: 'USDC', decimals: 6 },
  sentAt: 100,
  status: 'pending',
  ...more,
})
type Settled = Extract<Event, { type: 'transaction/settled' }>
const settled: Settled = { type: 'transaction/settled', hash: '0xa', outcome: 'confirmed', at: 200 }

function toastAfter(...events: readonly Event[]) {
  const { kit, clock } = setUpKit()
  for (const event of events) kit.store.send(event)
  clock.advance(150)
  const { notice } = kit.store.get()
  kit.dispose()
  return notice.phase === 'shown' ? notice.notice : undefined
}
const otherTabSent = (transaction: Transaction): Event => ({ type: 'transaction/heard', transactions: [transaction] })

test.each([
  ['send', 'success'],
  ['swap', 'loading'],
] as const)('announces a sent %s', (kind, variant) => {
  const toast = toastAfter({ type: 'transaction/sent', transaction: transactionOf(kind) })
  expect(toast).toMatchObject({ variant, transaction: '0xa', autoClose: true })
})

test('announces no approvals, and nothing that another tab sent', () => {
  expect(toastAfter({ type: 'transaction/sent', transaction: transactionOf('approval') })).toBeUndefined()
  expect(toastAfter(otherTabSent(transactionOf('swap')))).toBeUndefined()
})

test('announces a swap that went through as shown, even after a reload', () => {
  expect(toastAfter(otherTabSent(transactionOf('swap')), settled)).toMatchObject({
    variant: 'success',
    transaction: '0xa',
  })
})

test.each<[string, Partial<Transaction>, Partial<Settled>]>([
  ['failed', {}, { outcome: 'failed' }],
  ['is found to be something else', {}, { altered: true }],
  ['was known to be something else', { altered: true }, {}],
  ['is of long ago', { sentAt: 200 - 600_000 }, {}],
  ['is a transfer', { kind: 'send' }, {}],
])('does not announce one that %s', (_, more, over) => {
  expect(toastAfter(otherTabSent(transactionOf('swap', more)), { ...settled, ...over })).toBeUndefined()
})
