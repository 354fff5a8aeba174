import { expect, it } from 'vitest'
import type { Ask } from '../chain.ts'
import { mostToSend } from './sendPlan.ts'

const from = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const balance = 10n ** 18n
const price = 10n ** 10n

/** A chain on which everything costs 21,000 gas, and the account runs this code. */
const chain =
  (code: string): Ask =>
  async ({ method }) => {
    if (method === 'eth_getCode') return code
    if (method === 'eth_estimateGas') return '0x5208'
    if (method === 'eth_getBlockByNumber') return { baseFeePerGas: `0x${price.toString(16)}` }
    return method === 'eth_maxPriorityFeePerGas' ? '0x0' : null
  }
const leftOver = async (code: string, accountType?: 'smartAccount') =>
  balance - (await mostToSend({ from, balance, accountType }, chain(code)))

it('leaves what the network may take of a key’s transfer, and no more than a few times that', async () => {
  const left = await leftOver('0x')
  expect(left).toBeGreaterThanOrEqual(21_000n * price)
  expect(left).toBeLessThan(100_000n * price)
})

it('leaves enough for a smart account’s operation, and more where it is still to be deployed', async () => {
  const [deployed, first] = await Promise.all([leftOver('0x60', 'smartAccount'), leftOver('0x', 'smartAccount')])
  expect(deployed).toBeGreaterThanOrEqual(250_000n * price)
  expect(first).toBeGreaterThanOrEqual(650_000n * price)
})
