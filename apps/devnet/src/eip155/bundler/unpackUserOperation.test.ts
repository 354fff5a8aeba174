import { packUserOperation } from '@billfold/protocol/embedded/userOperation'
import fc from 'fast-check'
import { getAddress, type Hex } from 'viem'
import { expect, test } from 'vitest'
import { unpackUserOperation } from './unpackUserOperation.ts'

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

test('restores what was packed', () => {
  fc.assert(
    fc.property(anyOperation, (any) => {
      expect(unpackUserOperation(packUserOperation(any))).toEqual(any)
    }),
  )
})
