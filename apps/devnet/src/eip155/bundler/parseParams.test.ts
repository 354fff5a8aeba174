import { fullUserOperation, operationAddress, toUserOperation } from '@billfold/protocol/embedded/userOperation'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { parseParams } from './parseParams.ts'

const op = {
  sender: '0x1111111111111111111111111111111111111111',
  nonce: '0x1',
  callData: '0x',
  callGasLimit: '0x5208',
  verificationGasLimit: '0x2',
  preVerificationGas: '0x3',
  maxFeePerGas: '0x4',
  maxPriorityFeePerGas: '0x5',
  signature: '0x',
}
const params = z.tuple([fullUserOperation, operationAddress])
const parse = (...given: unknown[]) => parseParams(params, given, ['userOperation', 'entryPoint'])
const entryPoint = '0x0000000071727De22E5E9d8BAf0edAc6f37da032'

test('reads every number', () => {
  expect(toUserOperation(parse(op, entryPoint)[0])).toMatchObject({ nonce: 1n, callGasLimit: 21000n, maxFeePerGas: 4n })
})

test.each([
  [[{ ...op, sender: '0x12' }, entryPoint], 'Invalid params: userOperation.sender must be an address.'],
  [[{ ...op, sender: undefined }, entryPoint], 'Invalid params: userOperation.sender must be an address.'],
  [[{ ...op, nonce: 1 }, entryPoint], 'Invalid params: userOperation.nonce must be a hex number of at most 256 bits.'],
  [[{ ...op, callData: '0x1' }, entryPoint], 'Invalid params: userOperation.callData must be bytes in hex.'],
  [[{ ...op, factory: '0x77' }, entryPoint], 'Invalid params: userOperation.factory must be an address or 0x7702.'],
  [
    [{ ...op, callGasLimit: `0x${'f'.repeat(33)}` }, entryPoint],
    'Invalid params: userOperation.callGasLimit must be a hex number of at most 128 bits.',
  ],
  [[op], 'Invalid params: entryPoint must be an address.'],
  [[op, entryPoint, null], 'Invalid params: at most 2 are expected.'],
  [['op', entryPoint], 'Invalid params: userOperation must be an object.'],
])('rejects bad input in one sentence', (given, message) => {
  expect(() => parse(...given)).toThrow(expect.objectContaining({ code: -32602, message }))
})

test('rejects params that are not a list', () => {
  expect(() => parseParams(params, { op }, ['userOperation'])).toThrow('Invalid params: a list is expected.')
})
