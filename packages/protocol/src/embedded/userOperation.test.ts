import fc from 'fast-check'
import type { Hex } from 'viem'
import { entryPoint08Address, getUserOperationHash, toPackedUserOperation } from 'viem/account-abstraction'
import { expect, test } from 'vitest'
import { smartAccountContracts } from './smartAccount.ts'
import {
  draftUserOperation,
  fullUserOperation,
  operationHashText,
  packUserOperation,
  toUserOperation,
  type UserOperation,
  writeUserOperation,
} from './userOperation.ts'

const hex = (min: number, max = min) =>
  fc.uint8Array({ minLength: min, maxLength: max }).map((each): Hex => `0x${Buffer.from(each).toString('hex')}`)
const gas = fc.bigInt(0n, 2n ** 120n)
const operations: fc.Arbitrary<UserOperation> = fc
  .record({
    sender: hex(20),
    nonce: fc.bigInt(0n, 2n ** 256n - 1n),
    factory: fc.option(fc.oneof(hex(20), fc.constant<Hex>('0x7702')), { nil: undefined }),
    factoryData: hex(0, 80),
    callData: hex(0, 200),
    callGasLimit: gas,
    verificationGasLimit: gas,
    preVerificationGas: gas,
    maxFeePerGas: gas,
    maxPriorityFeePerGas: gas,
    paymaster: fc.option(hex(20), { nil: undefined }),
    paymasterVerificationGasLimit: gas,
    paymasterPostOpGasLimit: gas,
    paymasterData: hex(0, 80),
    signature: hex(65),
  })
  .map((op) => ({
    ...op,
    factoryData: op.factory && op.factory !== '0x7702' ? op.factoryData : '0x',
    ...(!op.paymaster && {
      paymasterVerificationGasLimit: 0n,
      paymasterPostOpGasLimit: 0n,
      paymasterData: '0x' as const,
    }),
  }))
const authorization = {
  address: smartAccountContracts.implementation7702,
  chainId: 1,
  nonce: 0,
  r: '0x01',
  s: '0x01',
  yParity: 0,
} as const

test('hashes and packs an operation as another library does', () => {
  fc.assert(
    fc.property(operations, fc.integer({ min: 1, max: 2 ** 40 }), (op, chainId) => {
      const theirs = { ...op, ...(op.factory === '0x7702' && { authorization }) } as never
      expect(operationHashText(op, BigInt(chainId))).toBe(
        getUserOperationHash({
          chainId,
          entryPointAddress: entryPoint08Address,
          entryPointVersion: '0.8',
          userOperation: theirs,
        }),
      )
      if (op.factory !== '0x7702') expect(packUserOperation(op)).toEqual(toPackedUserOperation(theirs))
    }),
    { numRuns: 60 },
  )
})

test('round-trips an operation over the wire', () => {
  fc.assert(
    fc.property(operations, (op) => {
      const written = JSON.parse(JSON.stringify(writeUserOperation(op)))
      expect(toUserOperation(fullUserOperation.parse(written))).toEqual(op)
    }),
    { numRuns: 30 },
  )
})

test.each([
  [{ sender: '0x12' }, 'sender must be an address'],
  [{ nonce: 7 }, 'nonce must be a hex number'],
  [{ callData: '0x123' }, 'callData must be bytes'],
  [{ factory: '0x7703' }, 'factory must be an address or 0x7702'],
  [{ maxFeePerGas: `0x1${'0'.repeat(32)}` }, 'maxFeePerGas must be a hex number of at most 128 bits'],
  [{ eip7702Auth: {} }, 'eip7702Auth.chainId must be'],
])('%j is refused by name', (change, sentence) => {
  const op = { sender: `0x${'11'.repeat(20)}`, nonce: '0x0', callData: '0x', ...change }
  const { error } = draftUserOperation.safeParse(op)
  expect(error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`)[0]).toContain(sentence)
})
