import { calldataGas } from '@billfold/protocol/embedded/operationGas'
import { toUserOperation } from '@billfold/protocol/embedded/userOperation'
import { expect, test } from 'vitest'
import { preVerificationGasOf, preVerificationGasOfDraft, transactionGasOf } from './gasCost.ts'

const beneficiary = '0x4444444444444444444444444444444444444444'
const draft = toUserOperation({
  sender: '0x1111111111111111111111111111111111111111',
  nonce: 0n,
  callData: '0x1234',
  signature: '0x',
})

test('charges calldata by byte, zero or not, with a floor', () => {
  expect(calldataGas('0x0000ff')).toEqual({ standard: 24n, floor: 60n })
  expect(calldataGas('0x')).toEqual({ standard: 0n, floor: 0n })
})

test('the estimate covers the finished operation, which has more nonzero bytes', () => {
  const signed = {
    ...draft,
    callGasLimit: 1_234_567n,
    verificationGasLimit: 765_432n,
    preVerificationGas: 54_321n,
    maxFeePerGas: 123_456_789_012n,
    maxPriorityFeePerGas: 98_765_432_109n,
    signature: `0x${'ab'.repeat(65)}`,
  } as const
  expect(preVerificationGasOfDraft(draft, beneficiary)).toBeGreaterThanOrEqual(
    preVerificationGasOf(signed, beneficiary),
  )
})

test('an authorization costs 25,000 more', () => {
  const eip7702Auth = { chainId: 1n, address: beneficiary, nonce: 0n, yParity: 0n, r: 1n, s: 1n } as const
  const more = preVerificationGasOf({ ...draft, eip7702Auth }, beneficiary) - preVerificationGasOf(draft, beneficiary)
  expect(more).toBe(25_000n)
})

test('a transaction carries every limit, and more', () => {
  const op = { ...draft, callGasLimit: 1_000_000n, verificationGasLimit: 500_000n, paymasterVerificationGasLimit: 7n }
  expect(transactionGasOf(op, beneficiary)).toBeGreaterThan(1_500_007n + preVerificationGasOf(op, beneficiary))
})

test('a transaction of much data and little gas carries the floor', () => {
  const callData = `0x${'ff'.repeat(20_000)}` as const
  expect(transactionGasOf({ ...draft, callData }, beneficiary)).toBeGreaterThan(20_000n * 40n)
})
