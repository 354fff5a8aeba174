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
const said = (over: Partial<SendFacts>) => sendLabel({ ...ready, ...over })

test('shows a label per rule', () => {
  expect(said({})).toBe('preview')
  expect(said({ isMemoLong: true })).toBe('shortenMemo')
  expect(said({ recipient: 'looking' })).toBe('checking')
  expect(said({ isStopped: true })).toBe('confirmAddress')
  expect(said({ recipient: 'invalid' })).toBe('invalidAddress')
  expect(said({ to: ' ', recipient: 'none' })).toBe('addAddress')
  expect(said({ isCoin: false, coins: 4n })).toBe('insufficientGas')
  expect(said({ coins: 0n, balance: undefined })).toBe('insufficientGas')
  expect(said({ units: 101n })).toBe('insufficientFunds')
  expect(said({ amount: '', units: undefined })).toBe('addAmount')
  expect(said({ amount: '0', units: undefined })).toBe('incorrectValue')
  expect(said({ hasToken: false })).toBe('selectToken')
})

test('lets later rules override earlier ones', () => {
  const worst: Partial<SendFacts> = { recipient: 'invalid', isStopped: true }
  expect(said(worst)).toBe('invalidAddress')
  expect(said({ ...worst, isCoin: false, coins: 0n })).toBe('insufficientGas')
  expect(said({ ...worst, isCoin: false, coins: 0n, units: 101n })).toBe('insufficientFunds')
  expect(said({ ...worst, amount: '', units: undefined })).toBe('addAmount')
  expect(said({ ...worst, amount: 'x', units: undefined, hasToken: false })).toBe('selectToken')
})

test('requires a coin to cover its own fee, and a token no coin of its own kind', () => {
  expect(said({ units: 96n })).toBe('insufficientGas')
  expect(said({ units: 95n })).toBe('preview')
  expect(said({ isCoin: false, units: 100n, coins: 5n })).toBe('preview')
})

test('does not block on unknown values', () => {
  expect(said({ balance: undefined, coins: undefined, roughFee: undefined })).toBe('preview')
})

test('never reports a smart account as short of gas, since a paymaster may cover it', () => {
  expect(said({ isSmart: true, isCoin: false, coins: 0n })).toBe('preview')
  expect(said({ isSmart: true, units: 100n })).toBe('preview')
  expect(said({ isSmart: true, units: 101n })).toBe('insufficientFunds')
})
