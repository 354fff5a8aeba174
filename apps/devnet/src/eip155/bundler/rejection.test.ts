import { encodeErrorResult } from 'viem'
import { expect, test } from 'vitest'
import { RpcError } from '../../rpcError.ts'
import { entryPointAbi } from './entryPointAbi.ts'
import { codeOfReason, toRejection } from './rejection.ts'
import { revertReason } from './revertReason.ts'

test.each([
  ['AA13 initCode failed or OOG', -32500],
  ['AA21 didn’t pay prefund', -32500],
  ['AA22 expired or not due', -32503],
  ['AA24 signature error', -32507],
  ['AA31 paymaster deposit too low', -32501],
  ['AA32 paymaster expired or not due', -32503],
  ['AA34 signature error', -32507],
  ['AA95 out of gas', -32602],
])('%s becomes code %i', (reason, code) => {
  expect(codeOfReason(reason)).toBe(code)
})

const encodedError = encodeErrorResult({
  abi: [{ type: 'error', name: 'Error', inputs: [{ type: 'string' }] }],
  args: ['not today'],
})

test('a failed operation carries the inner reason as text', () => {
  const data = encodeErrorResult({
    abi: entryPointAbi,
    errorName: 'FailedOpWithRevert',
    args: [0n, 'AA33 reverted', encodedError],
  })
  expect(toRejection(new RpcError(3, 'execution reverted', data))).toMatchObject({
    code: -32501,
    message: 'AA33 reverted: not today',
    data,
  })
})

test('an error without revert data passes unchanged', () => {
  const error = new RpcError(-32000, 'nonce too low')
  expect(toRejection(error)).toBe(error)
})

test('reads reasons from text, panics, empty data and unknown errors', () => {
  expect(revertReason(encodedError)).toBe('not today')
  expect(revertReason(`0x4e487b71${'11'.padStart(64, '0')}`)).toBe('Panic(17)')
  expect(revertReason('0x')).toBe('no reason given')
  expect(revertReason('0x12345678')).toBe('0x12345678')
})
