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

test('each rule says its word', () => {
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

test('the later rule wins over the earlier', () => {
  const worst: Partial<SendFacts> = { recipient: 'invalid', isStopped: true }
  expect(said(worst)).toBe('invalidAddress')
  expect(said({ ...worst, isCoin: false, coins: 0n })).toBe('insufficientGas')
  expect(said({ ...worst, isCoin: false, coins: 0n, units: 101n })).toBe('insufficientFunds')
  expect(said({ ...worst, amount: '', units: undefined })).toBe('addAmount')
  expect(said({ ...worst, amount: 'x', units: undefined, hasToken: false })).toBe('selectToken')
})

test('a coin must also pay for its own way; a token needs none of itself for it', () => {
  expect(said({ units: 96n })).toBe('insufficientGas')
  expect(said({ units: 95n })).toBe('preview')
  expect(said({ isCoin: false, units: 100n, coins: 5n })).toBe('preview')
})

test('what is not known yet holds no one up', () => {
  expect(said({ balance: undefined, coins: undefined, roughFee: undefined })).toBe('preview')
})

test('a smart account is never short of gas: someone else may pay the network for it', () => {
  expect(said({ isSmart: true, isCoin: false, coins: 0n })).toBe('preview')
  expect(said({ isSmart: true, units: 100n })).toBe('preview')
  expect(said({ isSmart: true, units: 101n })).toBe('insufficientFunds')
})
