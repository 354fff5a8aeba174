import fc from 'fast-check'
import { getAddress, type Hex } from 'viem'
import { toPackedUserOperation } from 'viem/account-abstraction'
import { describe, expect, test } from 'vitest'
import { packUserOperation, unpackUserOperation } from './packUserOperation.ts'
import type { UserOperation } from './userOperation.ts'

const op: UserOperation = {
  sender: '0x1111111111111111111111111111111111111111',
  nonce: 7n,
  factory: '0x2222222222222222222222222222222222222222',
  factoryData: '0xabcd',
  callData: '0x1234',
  callGasLimit: 0x64n,
  verificationGasLimit: 0xc8n,
  preVerificationGas: 0x12cn,
  maxFeePerGas: 2_000_000_000n,
  maxPriorityFeePerGas: 1_000_000_000n,
  paymaster: '0x3333333333333333333333333333333333333333',
  paymasterVerificationGasLimit: 0x5n,
  paymasterPostOpGasLimit: 0x6n,
  paymasterData: '0xff',
  signature: '0x99',
}

describe('packUserOperation', () => {
  test('puts two numbers to a word, the halves in the order of ERC-4337', () => {
    expect(packUserOperation(op)).toEqual({
      sender: op.sender,
      nonce: 7n,
      initCode: '0x2222222222222222222222222222222222222222abcd',
      callData: '0x1234',
      accountGasLimits: '0x000000000000000000000000000000c800000000000000000000000000000064',
      preVerificationGas: 0x12cn,
      gasFees: '0x0000000000000000000000003b9aca0000000000000000000000000077359400',
      paymasterAndData:
        '0x33333333333333333333333333333333333333330000000000000000000000000000000500000000000000000000000000000006ff',
      signature: '0x99',
    })
  })

  test('without factory and paymaster leaves their fields empty, whatever else is set', () => {
    const bare = packUserOperation({ ...op, factory: undefined, paymaster: undefined })
    expect([bare.initCode, bare.paymasterAndData]).toEqual(['0x', '0x'])
  })

  test('writes the short 7702 marker out to twenty bytes, where the entry point looks for it', () => {
    expect(packUserOperation({ ...op, factory: '0x7702', factoryData: '0x01' }).initCode).toBe(
      '0x770200000000000000000000000000000000000001',
    )
  })
})

const bytes = fc.uint8Array({ maxLength: 80 }).map((array): Hex => `0x${Buffer.from(array).toString('hex')}`)
const address = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map((array) => getAddress(`0x${Buffer.from(array).toString('hex')}`))
const uint128 = fc.bigInt({ min: 0n, max: (1n << 128n) - 1n })
const anyOperation = fc.record({
  sender: address,
  nonce: fc.bigInt({ min: 0n, max: (1n << 256n) - 1n }),
  factory: address.map((factory) => factory.toLowerCase() as Hex),
  factoryData: bytes,
  callData: bytes,
  callGasLimit: uint128,
  verificationGasLimit: uint128,
  preVerificationGas: uint128,
  maxFeePerGas: uint128,
  maxPriorityFeePerGas: uint128,
  paymaster: address,
  paymasterVerificationGasLimit: uint128,
  paymasterPostOpGasLimit: uint128,
  paymasterData: bytes,
  signature: bytes,
})

test('packs any operation as viem does', () => {
  fc.assert(
    fc.property(anyOperation, (any) => {
      expect(packUserOperation(any)).toEqual(toPackedUserOperation(any))
    }),
  )
})

test('unpacking gives back what was packed', () => {
  fc.assert(
    fc.property(anyOperation, (any) => {
      expect(unpackUserOperation(packUserOperation(any))).toEqual(any)
    }),
  )
})
