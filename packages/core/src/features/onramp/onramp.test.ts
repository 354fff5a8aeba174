import type { OnrampOrder, OnrampStatus } from '@billfold/protocol/api/onramp'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { buyOrder, ether, usdc } from '../../../test/buying.ts'
import type { Onramp, Purchase } from '../../model/onramp.ts'
import type { Event } from '../../model/state.ts'
import { findPurchase, isEnded, onrampInitial, purchasesOf, reduceOnramp } from './onramp.ts'

const run = (events: readonly Event[], from: Onramp = onrampInitial) => events.reduce(reduceOnramp, from)
const purchase = (over: Partial<OnrampOrder> = {}): Purchase => ({
  order: buyOrder(over),
  networkId: 'eip155:1',
  providerName: 'Local Bank',
  url: 'https://pay.example/1',
})
const orderUpdate = (over: Partial<OnrampOrder>): Event => ({ type: 'onramp/told', order: buyOrder(over) })
const statuses: readonly OnrampStatus[] = ['created', 'paid', 'sent', 'settled', 'failed', 'expired']
const stepOf = (status: OnrampStatus) => ['created', 'expired', 'paid', 'sent', 'settled', 'failed'].indexOf(status)

it('stores an order and its updates', () => {
  const state = run([{ type: 'onramp/ordered', purchase: purchase() }, orderUpdate({ status: 'sent', hash: '0xabc' })])
  expect(findPurchase(state, 'order-1')?.order).toMatchObject({ status: 'sent', hash: '0xabc' })
  expect(findPurchase(state, 'order-1')?.url).toBe('https://pay.example/1')
})

it('dismisses a receipt until the order changes, and keeps the purchase', () => {
  const dismissed = run([
    { type: 'onramp/ordered', purchase: purchase() },
    { type: 'onramp/dismissed', orderId: 'order-1' },
  ])
  expect(findPurchase(dismissed, 'order-1')?.isDismissed).toBe(true)
  const merged = run([{ type: 'onramp/heard', purchases: [purchase()] }], dismissed)
  expect(findPurchase(merged, 'order-1')?.isDismissed).toBe(true)
  const paid = run([orderUpdate({ status: 'paid' })], dismissed)
  expect(findPurchase(paid, 'order-1')?.isDismissed).toBeUndefined()
})

it('ignores an order that was not made here', () => {
  expect(run([orderUpdate({ id: 'foreign', status: 'settled' })])).toBe(onrampInitial)
})

it('never moves an order backward, in any order of updates', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...statuses), { maxLength: 12 }), (list) => {
      let state = run([{ type: 'onramp/ordered', purchase: purchase() }])
      for (const status of list) {
        const before = findPurchase(state, 'order-1')!.order
        state = run([orderUpdate({ status })], state)
        const after = findPurchase(state, 'order-1')!.order
        expect(stepOf(after.status)).toBeGreaterThanOrEqual(stepOf(before.status))
        if (isEnded(before) && before.status !== 'expired') expect(after).toBe(before)
      }
    }),
  )
})

it('accepts a payment after the order expired', () => {
  const ordered = run([{ type: 'onramp/ordered', purchase: purchase({ status: 'expired' }) }])
  expect(findPurchase(run([orderUpdate({ status: 'paid' })], ordered), 'order-1')?.order.status).toBe('paid')
  expect(run([orderUpdate({ status: 'created' })], ordered)).toBe(ordered)
})

it('accepts a payment after a rejected card, and the newer of two updates', () => {
  const at = (second: number) => ({ changedAt: `2026-01-01T00:00:0${second}.000Z` })
  const failed = run([
    { type: 'onramp/ordered', purchase: purchase(at(1)) },
    orderUpdate({ status: 'failed', reason: 'The card was declined.', ...at(2) }),
  ])
  const statusOf = (state: Onramp) => findPurchase(state, 'order-1')?.order.status
  expect(statusOf(run([orderUpdate({ status: 'created', ...at(3) })], failed))).toBe('failed')
  expect(statusOf(run([orderUpdate({ status: 'paid', ...at(1) })], failed))).toBe('failed')
  const paid = run([orderUpdate({ status: 'paid', ...at(3) })], failed)
  expect(statusOf(paid)).toBe('paid')
  expect(run([orderUpdate({ status: 'failed', ...at(2) })], paid)).toBe(paid)
})

it('merges two tabs’ orders, each once in its latest status', () => {
  const one = purchase({ status: 'paid' })
  const late = purchase({ status: 'settled' })
  const other = purchase({ id: 'order-2', madeAt: '2026-01-02T00:00:00.000Z' })
  for (const [own, otherTabs] of [
    [[one], [late, other]],
    [[late], [one, other]],
  ] as const) {
    const state = run([{ type: 'onramp/heard', purchases: otherTabs }], { ...onrampInitial, purchases: own })
    expect(state.purchases).toEqual([other, late])
  }
})

it('starts over for another form’s missing amount, and keeps the currency', () => {
  const state = run([
    { type: 'onramp/edited', change: { amount: '250', currency: 'EUR', asset: ether, offer: 'a/card' } },
    { type: 'onramp/wanted', asset: usdc, lacks: '5000000' },
  ])
  expect(state.draft).toEqual({ amount: '', asset: usdc, lacks: '5000000', currency: 'EUR' })
})

it('clears an error on any change, and when the dialog closes', () => {
  const failed = run([{ type: 'onramp/failed', trouble: 'timeout' }])
  expect(failed.attempt.phase).toBe('failed')
  expect(run([{ type: 'onramp/edited', change: { amount: '1' } }], failed).attempt.phase).toBe('idle')
  expect(run([{ type: 'modal/closed', rest: { name: 'Account' } }], failed).attempt.phase).toBe('idle')
})

it('drops the purchases of disconnected accounts, and keeps those of reconnecting families', () => {
  const state = run([{ type: 'onramp/ordered', purchase: purchase() }])
  const address = buyOrder().address
  const kept = (addresses: readonly string[], families: readonly 'eip155'[] = []) =>
    run([{ type: 'onramp/forgotten', kept: addresses, families }], state).purchases.length
  expect(kept([address.toLowerCase()])).toBe(1)
  expect(kept([], ['eip155'])).toBe(1)
  expect(kept(['0x0000000000000000000000000000000000000001'])).toBe(0)
})

it('attributes each purchase to its account', () => {
  const state = run([{ type: 'onramp/ordered', purchase: purchase() }])
  const address = buyOrder().address
  expect(purchasesOf(state, { namespace: 'eip155', address: address.toLowerCase() })).toHaveLength(1)
  expect(purchasesOf(state, { namespace: 'solana', address })).toHaveLength(0)
})
