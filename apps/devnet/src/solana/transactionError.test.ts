import { expect, test } from 'vitest'
import { describeTransactionError, readTransactionError } from './transactionError.ts'

test.each([
  ['InstructionError(0, Custom(1))', { InstructionError: [0, { Custom: 1 }] }, 'custom program error: 0x1'],
  ['InstructionError(2, InvalidAccountData)', { InstructionError: [2, 'InvalidAccountData'] }, 'invalid account data'],
  ['InsufficientFundsForRent { account_index: 1 }', { InsufficientFundsForRent: { account_index: 1 } }, 'account (1)'],
  ['DuplicateInstruction(3)', { DuplicateInstruction: 3 }, 'DuplicateInstruction'],
  ['BlockhashNotFound', 'BlockhashNotFound', 'Blockhash not found'],
  ['SomethingNew', 'SomethingNew', 'SomethingNew'],
])('%s', (text, error, words) => {
  expect(readTransactionError(text)).toEqual(error)
  expect(describeTransactionError(error)).toContain(words)
})
