import { KitError } from '@billfold/protocol/error'
import { expect, test } from 'vitest'
import { fillTransaction, maxFee } from './fillTransaction.ts'

const own = { address: `0x${'a'.repeat(40)}`, chainId: 10n }
const to = `0x${'b'.repeat(40)}` as const
const chain: Record<string, unknown> = {
  eth_getTransactionCount: '0x7',
  eth_estimateGas: '0xc350',
  eth_getBalance: '0xff',
  eth_getBlockByNumber: { baseFeePerGas: '0x64' },
  eth_maxPriorityFeePerGas: '0x2',
  eth_gasPrice: '0x9',
}
const asking =
  (change: Record<string, unknown> = {}) =>
  async (method: string) => {
    const answer = { ...chain, ...change }[method]
    if (answer instanceof Error) throw answer
    return answer
  }

test('completes missing fields from the chain', async () => {
  const { transaction, balance } = await fillTransaction({ to, value: '0x5' }, own, [asking()])
  expect(balance).toBe(255n)
  expect(transaction).toEqual({
    ...{ chainId: 10n, nonce: 7n, to, value: 5n, data: '0x', gas: 60_000n },
    ...{ maxFeePerGas: 202n, maxPriorityFeePerGas: 2n },
  })
  expect(maxFee(transaction)).toBe(60_000n * 202n)
})

test('keeps the page’s fields, and uses a gas price on a chain without a base fee', async () => {
  const request = { to, gas: 30_000, nonce: '9', maxFeePerGas: '0x10', maxPriorityFeePerGas: 1 }
  expect((await fillTransaction(request, own, [asking()])).transaction).toMatchObject({
    ...{ gas: 30_000n, nonce: 9n, maxFeePerGas: 16n, maxPriorityFeePerGas: 1n },
  })
  const old = asking({ eth_getBlockByNumber: {} })
  expect((await fillTransaction({ to }, own, [old])).transaction).toMatchObject({ gasPrice: 9n })
  expect((await fillTransaction({ to }, own, [asking({ eth_estimateGas: '0x5208' })])).transaction.gas).toBe(21_000n)
})

test('returns the chain’s reason for a failure, and throws if the node does not respond', async () => {
  const reverted = asking({ eth_estimateGas: new KitError('transaction_rejected', { message: 'execution reverted' }) })
  expect(await fillTransaction({ to }, own, [reverted])).toMatchObject({ failure: 'execution reverted' })
  const away = asking({ eth_estimateGas: new KitError('unavailable') })
  await expect(fillTransaction({ to }, own, [away])).rejects.toMatchObject({ code: 'unavailable' })
  const senseless = asking({ eth_getTransactionCount: 'many' })
  await expect(fillTransaction({ to }, own, [senseless])).rejects.toMatchObject({ code: 'unavailable' })
})

test.each([
  ['another account', { from: to }, 'unauthorized'],
  ['another network', { chainId: '0x1' }, 'invalid_input'],
  ['two contents', { data: '0x00', input: '0x01' }, 'invalid_input'],
  ['two kinds of fees', { gasPrice: 1, maxFeePerGas: 2 }, 'invalid_input'],
  ['a tip above the fee', { maxFeePerGas: 1, maxPriorityFeePerGas: 2 }, 'invalid_input'],
  ['data that is cut off', { data: '0x123' }, 'invalid_input'],
])('refuses %s', async (_, request, code) => {
  await expect(fillTransaction({ to, ...request }, own, [asking()])).rejects.toMatchObject({ code })
})
