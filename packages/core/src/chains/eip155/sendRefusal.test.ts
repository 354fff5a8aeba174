import { KitError } from '@billfold/protocol/error'
import { walletError } from '@billfold/protocol/walletError'
import { encodeAbiParameters, encodeErrorResult, parseAbi } from 'viem/utils'
import { expect, test } from 'vitest'
import { refusalIn, refusalOf } from './sendRefusal.ts'

const encodeReason = (text: string) => `0x08c379a0${encodeAbiParameters([{ type: 'string' }], [text]).slice(2)}`
const data = encodeReason('Token: paused')

test.each([
  ['as a node says it', { code: 3, message: 'execution reverted: Token: paused', data }],
  [
    'wrapped by MetaMask',
    { code: -32603, message: 'Internal', data: { code: 3, message: 'execution reverted', data } },
  ],
  ['as a KitError', KitError.from({ code: 3, message: 'execution reverted', data })],
  ['by a wallet of ours', walletError({ code: -32603, message: 'x', data: { originalError: { code: 3, data } } })],
  ['in words alone', { code: -32000, message: 'execution reverted: Token: paused' }],
])('finds the reason %s', (_, error) => {
  expect(refusalOf(error)).toEqual({ kind: 'said', text: 'Token: paused' })
})

test('names contracts’ panics and errors', () => {
  const panic = `0x4e487b71${encodeAbiParameters([{ type: 'uint256' }], [0x11n]).slice(2)}`
  expect(refusalIn(panic)).toEqual({ kind: 'panic', code: 0x11 })
  const abi = parseAbi(['error ERC20InsufficientBalance(address sender, uint256 balance, uint256 needed)'])
  const known = encodeErrorResult({ abi, args: [`0x${'1'.repeat(40)}`, 1n, 2n] })
  expect(refusalIn(known)).toEqual({ kind: 'named', name: 'ERC20InsufficientBalance' })
  expect(refusalIn('0xdeadbeef')).toEqual({ kind: 'coded', selector: '0xdeadbeef' })
  expect(refusalIn('0x08c379a0ff')).toEqual({ kind: 'coded', selector: '0x08c379a0' })
})

test('reduces a contract’s message to one short, clean line', () => {
  const refusal = refusalIn(encodeReason(`a\u202Eb\nc ${'x'.repeat(500)}`))
  expect(refusal.kind === 'said' && refusal.text).toMatch(/^abc x+$|^ab c x+$/)
  expect(refusal.kind === 'said' && refusal.text.length).toBeLessThanOrEqual(160)
})

test('distinguishes no reason, no funds, and an unreachable node', () => {
  expect(refusalOf({ code: 3, message: 'execution reverted', data: '0x' })).toEqual({ kind: 'silent' })
  expect(refusalOf({ code: -32000, message: 'insufficient funds for gas * price + value' })).toEqual({
    kind: 'noFunds',
  })
  expect(refusalOf(new KitError('timeout'))).toBeUndefined()
  expect(refusalOf({ code: -32603, message: 'Internal error' })).toBeUndefined()
})
