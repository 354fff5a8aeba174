import { expect, test } from 'vitest'
import type { QueryWallet } from '../chainQuery.ts'
import { feeOf, fittingFee, gasPrice, rollupFee, withRoom } from './sendFees.ts'

const word = (value: bigint) => `0x${value.toString(16).padStart(64, '0')}`

/** A node that knows only these methods. */
const node =
  (answers: Record<string, unknown>): QueryWallet =>
  async ({ method }) => {
    if (!(method in answers)) throw { code: -32601, message: `No ${method}` }
    return answers[method]
  }

test('estimates with a base fee: at most twice of it plus the tip, now once', async () => {
  const ask = node({ eth_getBlockByNumber: { baseFeePerGas: '0x64' }, eth_maxPriorityFeePerGas: '0x3' })
  expect(await gasPrice(ask)).toEqual({
    most: 203n,
    likely: 103n,
    fields: { maxFeePerGas: '0xcb', maxPriorityFeePerGas: '0x3' },
  })
})

test('derives the tip from the price on a node without that method, at least zero', async () => {
  const base = { eth_getBlockByNumber: { baseFeePerGas: '0x64' } }
  expect(await gasPrice(node({ ...base, eth_gasPrice: '0x6e' }))).toMatchObject({ most: 210n, likely: 110n })
  expect(await gasPrice(node({ ...base, eth_gasPrice: '0x1' }))).toMatchObject({ most: 200n, likely: 100n })
})

test('uses a single price on a chain without base fees', async () => {
  const ask = node({ eth_getBlockByNumber: {}, eth_gasPrice: '0x7' })
  expect(await gasPrice(ask)).toEqual({ most: 7n, likely: 7n, fields: { gasPrice: '0x7' } })
})

test('rejects an invalid price', async () => {
  await expect(gasPrice(node({ eth_getBlockByNumber: { baseFeePerGas: 'much' } }))).rejects.toMatchObject({
    code: 'unavailable',
  })
  await expect(gasPrice(node({ eth_getBlockByNumber: {}, eth_gasPrice: null }))).rejects.toMatchObject({
    code: 'unavailable',
  })
})

test('adds a rollup’s data fee, and none on other chains', async () => {
  const only =
    (oracle: string): QueryWallet =>
    (question) =>
      node({ eth_call: (question.params as [{ to: string }])[0].to.startsWith(oracle) ? word(42n) : '0x' })(question)
  expect(await rollupFee('0x', only('0x42'))).toBe(42n)
  expect(await rollupFee('0x', only('0x53'))).toBe(42n)
  expect(await rollupFee('0x', node({ eth_call: '0x' }))).toBe(0n)
  const price = { most: 5n, likely: 3n, fields: { gasPrice: '0x5' } }
  expect(feeOf(10n, price, 42n)).toEqual({ most: 113n, likely: 72n, fields: { gas: '0xa', gasPrice: '0x5' } })
})

test('does not take an oracle’s failure for a zero fee', async () => {
  await expect(rollupFee('0x', node({}))).rejects.toMatchObject({ code: -32601 })
  await expect(rollupFee('0x', node({ eth_call: null }))).rejects.toMatchObject({ code: 'unavailable' })
})

test('queries an older oracle in its own form, and skips one that knows neither', async () => {
  const refuses = { code: 3, message: 'execution reverted', data: '0x' }
  const older: QueryWallet = async ({ params }) => {
    const [{ to, data }] = params as [{ to: string; data: string }]
    if (!to.startsWith('0x42')) return '0x'
    // getL1Fee(bytes)
    if (data.startsWith('0x49948e0e')) return word(7n)
    throw refuses
  }
  expect(await rollupFee('0x', older)).toBe(7n)
  expect(await rollupFee('0x', () => Promise.reject(refuses))).toBe(0n)
})

test('adds no margin to a plain payment, and a fifth to anything else', () => {
  expect([withRoom(21_000n), withRoom(21_001n), withRoom(50_000n)]).toEqual([21_000n, 21_001n, 60_000n])
})

test('reduces the margin when sending everything, and has none if even the current price is too high', () => {
  const price = { most: 200n, likely: 110n, fields: { maxFeePerGas: '0xc8', maxPriorityFeePerGas: '0xa' } }
  expect(fittingFee(10n, price, 5n, 2007n)).toEqual(feeOf(10n, price, 5n))
  const fitted = fittingFee(10n, price, 5n, 1509n)!
  expect(fitted).toMatchObject({
    most: 1505n,
    likely: 1105n,
    fields: { maxFeePerGas: '0x96', maxPriorityFeePerGas: '0xa' },
  })
  expect(fitted.most).toBeLessThanOrEqual(1509n)
  expect(fittingFee(10n, price, 5n, 1104n)).toBeUndefined()
  expect(fittingFee(10n, price, 5n, 0n)).toBeUndefined()
  expect(fittingFee(10n, { most: 7n, likely: 7n, fields: { gasPrice: '0x7' } }, 0n, 69n)).toBeUndefined()
})
