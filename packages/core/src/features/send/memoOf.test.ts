import { expect, test } from 'vitest'
import { memoOf } from './memoOf.ts'

const address = 'mvines9iiHiQTysrwkJjGf2gb9Ex9jXJX8ns3qwf2kN'
const link = `solana:${address}?memo=order%207`
const asked = { address, memo: 'order 7' }
const draft = { amount: '1', to: address }

test('nothing is told unless someone wrote it', () => {
  expect(memoOf(draft, { address })).toBe('')
  expect(memoOf({ ...draft, memo: { text: 'rent', to: '' } }, { address })).toBe('rent')
})

test('a link’s memo is taken over one that was written before the link came', () => {
  expect(memoOf({ ...draft, to: link }, asked)).toBe('order 7')
  expect(memoOf({ ...draft, to: link, memo: { text: 'rent', to: '' } }, asked)).toBe('order 7')
})

test('what the visitor changes beside the link is meant', () => {
  expect(memoOf({ ...draft, to: link, memo: { text: '', to: link } }, asked)).toBe('')
  expect(memoOf({ ...draft, to: link, memo: { text: 'order 8', to: link } }, asked)).toBe('order 8')
})

test('a link that is gone takes its memo along', () => {
  expect(memoOf({ ...draft, memo: { text: 'rent', to: '' } }, { address })).toBe('rent')
  expect(memoOf(draft, { address })).toBe('')
})
