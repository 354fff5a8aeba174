import { expect, test } from 'vitest'
import { parse } from '../contract.ts'
import { approvedMethods, frameRpc, permissionOf, safeMethods } from './frameRpc.ts'

const me = `0x${'1'.repeat(40)}`

test('allows reads, requires approval for signatures, and rejects everything else', () => {
  expect(permissionOf('eth_call')).toBe('safe')
  for (const method of Object.keys(approvedMethods)) expect(permissionOf(method)).toBe('needsApproval')
  for (const method of [
    'eth_sign',
    'eth_signTransaction',
    'wallet_exportKey',
    'constructor',
    '__proto__',
    'toString',
    '',
  ])
    expect(permissionOf(method)).toBe('refused')
  expect(safeMethods.filter((method) => method in approvedMethods)).toEqual([])
})

test('rejects a payload that does not fit the method', () => {
  const good = [
    { method: 'personal_sign', params: ['0x6869', me] },
    { method: 'eth_sendTransaction', params: [{ from: me, to: me, value: '0x1' }] },
    { method: 'wallet_sendCalls', params: [{ version: '2.0.0', chainId: '0x1', calls: [{ to: me, value: '1' }] }] },
    {
      method: 'solana_signMessage',
      params: { message: '2NEpo7TZRRrLZSi2U', pubkey: '11111111111111111111111111111111' },
    },
    { method: 'eth_call', params: [{ to: me }, 'latest'] },
    { method: 'eth_accounts' },
  ]
  for (const request of good) expect(parse(frameRpc, request)).toEqual(request)
  const bad = [
    { method: 'personal_sign', params: ['not hex', me] },
    { method: 'personal_sign' },
    { method: 'eth_sendTransaction', params: [{ to: '0x12' }] },
    { method: 'eth_sendTransaction', params: [{ to: me, value: '-1' }] },
    { method: 'wallet_sendCalls', params: [{ calls: [] }] },
    { method: 'wallet_sendCalls', params: [{ calls: [{ to: 'vitalik.eth' }] }] },
    { method: 'solana_signTransaction', params: { transaction: '0OIl' } },
    { method: 'eth_call', params: 'latest' },
    { method: 7 },
  ]
  for (const request of bad) expect(() => parse(frameRpc, request)).toThrow('Invalid input')
})

const key = '11111111111111111111111111111111'
const transaction = '2NEpo7TZRRrLZSi2U'
const options = { skipPreflight: true, preflightCommitment: 'confirmed', maxRetries: 3, minContextSlot: 7 }
const calls = (...each: object[]) => [{ calls: each }]

test.each([
  ['wallet_sendCalls', calls({ to: me, data: '0x12', value: '0x1' }, { to: me })],
  ['solana_signMessage', { message: transaction, pubkey: key }],
  ['solana_signTransaction', { transaction }],
  ['solana_signAllTransactions', { transactions: [transaction, transaction] }],
  ['solana_signAndSendTransaction', { transaction }],
  ['solana_signAndSendTransaction', { transaction, options }],
])('takes %s with %j', (method, params) => {
  expect(parse(frameRpc, { method, params })).toEqual({ method, params })
})

test.each<[method: string, params: unknown]>([
  ['wallet_sendCalls', calls({ to: me.slice(2) })],
  ['wallet_sendCalls', calls({ to: me, data: '12' })],
  ['wallet_sendCalls', calls({ to: me, value: 'much' })],
  ['solana_signMessage', { message: transaction }],
  ['solana_signMessage', { pubkey: key }],
  ['solana_signTransaction', { transactions: [transaction] }],
  ['solana_signAllTransactions', { transactions: [] }],
  ['solana_signAllTransactions', { transactions: transaction }],
  ...Object.keys(options).map((name): [string, unknown] => [
    'solana_signAndSendTransaction',
    { transaction, options: { ...options, [name]: 'x' } },
  ]),
])('refuses %s with %j', (method, params) => {
  expect(() => parse(frameRpc, { method, params })).toThrow('Invalid input')
})

test.each([
  'personal_sign',
  'eth_signTypedData_v4',
  'eth_sendTransaction',
  'solana_signMessage',
  'solana_signTransaction',
  'solana_signAllTransactions',
  'solana_signAndSendTransaction',
  'wallet_sendCalls',
  'wallet_grantPermissions',
  'wallet_revokePermissions',
  'eth_sendUserOperation',
])('shows %s to its person first', (method) => {
  expect(permissionOf(method)).toBe('needsApproval')
})

test.each([
  'eth_blockNumber',
  'eth_getBalance',
  'eth_estimateGas',
  'eth_getLogs',
  'eth_sendRawTransaction',
  'wallet_getCapabilities',
  'wallet_getCallsStatus',
])('passes %s on without asking', (method) => {
  expect(permissionOf(method)).toBe('safe')
})
