import { expect, test } from 'vitest'
import { plainAccountType } from './accountType.ts'
import { namespaces } from './caip.ts'

test('treats accounts without a reported type as plain ones', () => {
  expect(namespaces.map((namespace) => [namespace, plainAccountType(namespace)])).toEqual([
    ['eip155', 'eoa'],
    ['solana', 'eoa'],
    ['polkadot', 'eoa'],
    ['bip122', 'payment'],
  ])
})
