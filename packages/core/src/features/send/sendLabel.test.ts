import { expect, test } from 'vitest'
import { type SendFacts, sendLabel } from './sendLabel.ts'

const ready: SendFacts = {
  hasToken: true,
  amount: '1',
  units: 10n,
  balance: 100n,
  coins: 100n,
  roughFee: 5n,
  isCoin: true,
  isSmart: false,
  to: '0x1',
  recipient: 'found',
  isStopped: false,
  isMemoLong: false,
}
const labelOf = (over: Partial<SendFacts>) => sendLabel({ ...ready, ...over })

test('shows a label per rule', () => {
  expect(labelOf({})).toBe('preview')
  expect(labelOf({ isMemoLong: true })).toBe('shortenMemo')
  expect(labelOf({ recipient: 'looking' })).toBe('checking')
  expect(labelOf({ isStopped: true })).toBe('confirmAddress')
  expect(labelOf({ recipient: 'invalid' })).toBe('invalidAddress')
  expect(labelOf({ to: ' ', recipient: 'none' })).toBe('addAddress')
  expect(labelOf({ isCoin: false, coins: 4n })).toBe('insufficientGas')
  expect(labelOf({ coins: 0n, balance: undefined })).toBe('insufficientGas')
  expect(labelOf({ units: 101n })).toBe('insufficientFunds')
  expect(labelOf({ amount: '', units: undefined })).toBe('addAmount')
  expect(labelOf({ amount: '0', units: undefined })).toBe('incorrectValue')
  expect(labelOf({ hasToken: false })).toBe('selectToken')
})

test('lets later rules override earlier ones', () => {
  const worst: Partial<SendFacts> = { recipient: 'invalid', isStopped: true }
  expect(labelOf(worst)).toBe('invalidAddress')
  expect(labelOf({ ...worst, isCoin: false, coins: 0n })).toBe('insufficientGas')
  expect(labelOf({ ...worst, isCoin: false, coins: 0n, units: 101n })).toBe('insufficientFunds')
  expect(labelOf({ ...worst, amount: '', units: undefined })).toBe('addAmount')
  expect(labelOf({ ...worst, amount: 'x', units: undefined, hasToken: false })).toBe('selectToken')
})

test('requires a coin to cover its own fee, and a token no coin of its own kind', () => {
  expect(labelOf({ units: 96n })).toBe('insufficientGas')
  expect(labelOf({ units: 95n })).toBe('preview')
  expect(labelOf({ isCoin: false, units: 100n, coins: 5n })).toBe('preview')
})

test('does not block on unknown values', () => {
  expect(labelOf({ balance: undefined, coins: undefined, roughFee: undefined })).toBe('preview')
})

test('never reports a smart account as short of gas, since a paymaster may cover it', () => {
  expect(labelOf({ isSmart: true, isCoin: false, coins: 0n })).toBe('preview')
  expect(labelOf({ isSmart: true, units: 100n })).toBe('preview')
  expect(labelOf({ isSmart: true, units: 101n })).toBe('insufficientFunds')
})
