import { expect, test } from 'vitest'
import { describeTypedData } from './describeTypedData.ts'

const [token, permit2, spender] = ['a', 'b', 'c'].map((digit) => `0x${digit.repeat(40)}`) as [string, string, string]

test('names a permit, with its spender, amount and deadline', () => {
  const types = {
    Permit: [
      { name: 'owner', type: 'address' },
      { name: 'spender', type: 'address' },
      { name: 'value', type: 'uint256' },
      { name: 'nonce', type: 'uint256' },
      { name: 'deadline', type: 'uint256' },
    ],
  }
  const domain = { name: 'USD Coin', version: '2', chainId: 1, verifyingContract: token }
  const message = { owner: spender, spender, value: '5000000', nonce: 0, deadline: '1800000000' }
  const described = describeTypedData({ types, primaryType: 'Permit', domain, message }, 1n)
  expect(described).toMatchObject({ domain: { name: 'USD Coin', contract: token, chainId: 1n }, isElsewhere: false })
  expect(described.facts).toEqual([{ kind: 'allowsToken', token, spender, amount: 5_000_000n, until: 1_800_000_000n }])
  expect(described.rows.map(({ path, value }) => `${path.join('.')}=${value}`)).toEqual([
    `owner=${spender}`,
    `spender=${spender}`,
    'value=5000000',
    'nonce=0',
    'deadline=1800000000',
  ])
  const all = { ...message, value: (2n ** 256n - 1n).toString() }
  expect(describeTypedData({ types, primaryType: 'Permit', domain, message: all }, 1n).facts).toMatchObject([
    { amount: 'unlimited' },
  ])
  expect(describeTypedData({ types, primaryType: 'Permit', domain, message }, 10n).isElsewhere).toBe(true)
})

test('names each token of a Permit2 batch', () => {
  const types = {
    PermitBatch: [
      { name: 'details', type: 'PermitDetails[]' },
      { name: 'spender', type: 'address' },
      { name: 'sigDeadline', type: 'uint256' },
    ],
    PermitDetails: [
      { name: 'token', type: 'address' },
      { name: 'amount', type: 'uint160' },
      { name: 'expiration', type: 'uint48' },
      { name: 'nonce', type: 'uint48' },
    ],
  }
  const other = `0x${'d'.repeat(40)}`
  const message = {
    details: [
      { token, amount: `${2n ** 160n - 1n}`, expiration: 1_900_000_000, nonce: 0 },
      { token: other, amount: 7, expiration: 0, nonce: 1 },
    ],
    spender,
    sigDeadline: 1,
  }
  const domain = { name: 'Permit2', chainId: 1, verifyingContract: permit2 }
  const described = describeTypedData({ types, primaryType: 'PermitBatch', domain, message }, 1n)
  expect(described.facts).toEqual([
    { kind: 'allowsToken', token, spender, amount: 'unlimited', until: 1_900_000_000n },
    { kind: 'allowsToken', token: other, spender, amount: 7n },
  ])
  expect(described.rows[4]).toEqual({ path: ['details', '2', 'token'], type: 'address', value: other })
})

test('leaves out fields without a type, which are not signed', () => {
  const types = { Note: [{ name: 'text', type: 'string' }] }
  const message = { text: 'hi', amount: 'nothing at all' }
  expect(describeTypedData({ types, primaryType: 'Note', domain: {}, message }, 1n)).toEqual({
    domain: {},
    isElsewhere: false,
    facts: [],
    rows: [{ path: ['text'], type: 'string', value: 'hi' }],
  })
  const long = {
    types: { Note: [{ name: 'all', type: 'uint8[]' }] },
    primaryType: 'Note',
    domain: {},
    message: { all: Array(501).fill(1) },
  }
  expect(() => describeTypedData(long, 1n)).toThrow('too long')
})

test('reads domain and permit only from signed fields', () => {
  const types = { EIP712Domain: [{ name: 'name', type: 'string' }], Permit: [{ name: 'owner', type: 'address' }] }
  const domain = { name: 'X', chainId: 'not a number', verifyingContract: token }
  const message = { owner: spender, spender, value: '5', deadline: 1 }
  expect(describeTypedData({ types, primaryType: 'Permit', domain, message }, 1n)).toEqual({
    domain: { name: 'X' },
    isElsewhere: false,
    facts: [],
    rows: [{ path: ['owner'], type: 'address', value: spender }],
  })
})

test('recognizes a Permit2 transfer with a witness', () => {
  const types = {
    PermitWitnessTransferFrom: [
      { name: 'permitted', type: 'TokenPermissions' },
      { name: 'spender', type: 'address' },
      { name: 'nonce', type: 'uint256' },
      { name: 'deadline', type: 'uint256' },
    ],
    TokenPermissions: [
      { name: 'token', type: 'address' },
      { name: 'amount', type: 'uint256' },
    ],
  }
  const message = { permitted: { token, amount: '9' }, spender, nonce: 0, deadline: 5 }
  const described = describeTypedData({ types, primaryType: 'PermitWitnessTransferFrom', domain: {}, message }, 1n)
  expect(described.facts).toEqual([{ kind: 'allowsToken', token, spender, amount: 9n, until: 5n }])
})
