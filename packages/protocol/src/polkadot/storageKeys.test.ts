import { xxhashAsHex } from '@polkadot/util-crypto'
import { expect, test } from 'vitest'
import { bytesOf, hexOf, uintBytes } from './scale.ts'
import { storageKeys } from './storageKeys.ts'

test.each([0, 1, 300, 31_337_000, 2 ** 32 - 1])('finds the hash of block %i where runtimes store it', (number) => {
  const block = uintBytes(BigInt(number), 4)
  const parts = [xxhashAsHex('System', 128), xxhashAsHex('BlockHash', 128), xxhashAsHex(block, 64), hexOf(block)]
  expect(storageKeys.blockHash(number)).toBe(`0x${parts.map((part) => part.slice(2)).join('')}`)
  expect(bytesOf(storageKeys.blockHash(number))).toHaveLength(44)
})
