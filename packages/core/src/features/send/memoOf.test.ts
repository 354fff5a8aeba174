import { expect, test } from 'vitest'
import { memoOf } from './memoOf.ts'

const address = 'mvines9iiHiQTysrwkJjGf2gb9Ex9jXJX8ns3qwf2kN'
const link = `solana:${address}?memo=order%207`
const request = { address, memo: 'order 7' }
const draft = { amount: '1', to: address }

test('is empty unless someone wrote one', () => {
  expect(memoOf(draft, { address })).toBe('')
  expect(memoOf({ ...draft, memo: { text: 'rent', to: '' } }, { address })).toBe('rent')
})

test('prefers a link’s memo over an earlier one', () => {
  expect(memoOf({ ...draft, to: link }, request)).toBe('order 7')
  expect(memoOf({ ...draft, to: link, memo: { text: 'rent', to: '' } }, request)).toBe('order 7')
})

test('prefers what the visitor changes after the link', () => {
  expect(memoOf({ ...draft, to: link, memo: { text: '', to: link } }, request)).toBe('')
  expect(memoOf({ ...draft, to: link, memo: { text: 'order 8', to: link } }, request)).toBe('order 8')
})

test('drops the memo with its link', () => {
  expect(memoOf({ ...draft, memo: { text: 'rent', to: '' } }, { address })).toBe('rent')
  expect(memoOf(draft, { address })).toBe('')
})
