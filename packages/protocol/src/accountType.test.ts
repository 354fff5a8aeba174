import { expect, test } from 'vitest'
import { plainAccountType } from './accountType.ts'
import { namespaces } from './caip.ts'

test('a wallet that does not say what its accounts are has plain ones', () => {
  expect(namespaces.map((namespace) => [namespace, plainAccountType(namespace)])).toEqual([
    ['eip155', 'eoa'],
    ['solana', 'eoa'],
    ['polkadot', 'eoa'],
    ['bip122', 'payment'],
  ])
})
