import { expect, it } from 'vitest'
import type { QueryChain, QueryWallet, WalletRequest } from '../chainQuery.ts'
import { toQuantity } from './quantity.ts'
import { maxSendable, planTransfer } from './sendPlan.ts'
import { sendTransfers } from './sendTransfers.ts'
import { swapVerifier } from './swapVerifier.ts'

const from = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const balance = 10n ** 18n
const price = 10n ** 10n

/** A chain on which everything costs 21,000 gas, with this code at the account. */
const chain =
  (code: string): QueryWallet =>
  async ({ method }) => {
    if (method === 'eth_getCode') return code
    if (method === 'eth_estimateGas') return '0x5208'
    if (method === 'eth_getBlockByNumber') return { baseFeePerGas: `0x${price.toString(16)}` }
    if (method === 'eth_call') return '0x'
    return method === 'eth_maxPriorityFeePerGas' ? '0x0' : null
  }
const leftOver = async (code: string, accountType?: 'smartAccount') =>
  balance - (await maxSendable({ from, balance, accountType }, chain(code)))

it('keeps back the maximum fee of an EOA’s transfer, and not many times that', async () => {
  const left = await leftOver('0x')
  expect(left).toBeGreaterThanOrEqual(21_000n * price)
  expect(left).toBeLessThan(100_000n * price)
})

it('keeps back enough for a smart account’s operation, and more if it is not deployed', async () => {
  const [deployed, first] = await Promise.all([leftOver('0x60', 'smartAccount'), leftOver('0x', 'smartAccount')])
  expect(deployed).toBeGreaterThanOrEqual(250_000n * price)
  expect(first).toBeGreaterThanOrEqual(650_000n * price)
})

const to = '0x52908400098527886E0F7030069857D2E4169EE7'
const word = (value: bigint) => `0x${value.toString(16).padStart(64, '0')}`
type Prices = { base: bigint; dataFee: bigint }
/** A chain at these prices, with an oracle if it has a data fee. */
const chainAt =
  ({ base, dataFee }: Prices, { has = balance, code = '0x', gas = 21_000n } = {}): QueryChain =>
  async (question) => {
    const { method, params } = question as WalletRequest
    if (method === 'eth_getCode') return code
    if (method === 'eth_estimateGas') return toQuantity(gas)
    if (method === 'eth_getBalance') return toQuantity(has)
    if (method === 'eth_getBlockByNumber') return { baseFeePerGas: toQuantity(base) }
    if (method === 'eth_maxPriorityFeePerGas') return toQuantity(base / 10n)
    const isOracle = dataFee > 0n && (params as [{ to: string }])[0].to.startsWith('0x4200')
    return isOracle ? word(dataFee) : '0x'
  }
const places: [string, Prices][] = [
  ['Ethereum', { base: 10n ** 10n, dataFee: 0n }],
  ['an OP-stack rollup, where the data cost most', { base: 10n ** 6n, dataFee: 10n ** 12n }],
]
const dearer = ({ base, dataFee }: Prices): Prices => ({ base: (base * 15n) / 10n, dataFee: (dataFee * 14n) / 10n })

it.each(places)('offers a maximum that still works after prices rose: %s', async (_, prices) => {
  const most = await maxSendable({ from, to, balance }, chainAt(prices))
  const token = { symbol: 'ETH', decimals: 18 }
  const transfer = { networkId: 'eip155:1', from, to, amount: most, token } as const
  const plan = await planTransfer(transfer, chainAt(dearer(prices)))
  expect(plan.refusal).toBeUndefined()
  // As the wallet gets it, with the maximum fee except the rollup's own.
  const { params } = sendTransfers.request(plan.call, 'eip155:1')
  const [{ value, gas, maxFeePerGas }] = params as [{ value: string; gas: string; maxFeePerGas: string }]
  const { dataFee } = dearer(prices)
  expect(BigInt(value) + BigInt(gas) * BigInt(maxFeePerGas) + dataFee).toBeLessThanOrEqual(balance)
})

it.each(places)('offers a swap maximum that still works after prices rose: %s', async (_, prices) => {
  const gas = 210_000n
  const { most, likely } = await swapVerifier.fee(gas, chainAt(prices, { gas }))
  const { dataFee } = dearer(prices)
  expect(likely).toBeGreaterThanOrEqual(prices.dataFee)
  const call = { from, to, value: `${balance - most}`, data: `0x${'11'.repeat(1_000)}` }
  const tried = await swapVerifier.tryOut([call], chainAt(dearer(prices), { gas }))
  const { fields } = tried as { fields: { gas: string; maxFeePerGas: string } }
  expect(BigInt(call.value) + BigInt(fields.gas) * BigInt(fields.maxFeePerGas) + dataFee).toBeLessThanOrEqual(balance)
})

it('lets a contract account without coins send, and no other', async () => {
  const token = { address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', symbol: 'USDC', decimals: 6 }
  const transfer = { networkId: 'eip155:1', from, to, amount: 1n, token } as const
  const lent = `0xef0100${'11'.repeat(20)}`
  const prices = { base: 10n, dataFee: 0n }
  const at = (own: string): QueryWallet => {
    const ask = chainAt(prices, { has: 0n })
    return async (question) =>
      question.method === 'eth_getCode' ? ((question.params as [string])[0] === from ? own : '0x60') : ask(question)
  }
  expect(await planTransfer(transfer, at(lent))).toMatchObject({ isWalletsFee: true })
  expect((await planTransfer(transfer, at('0x'))).refusal).toEqual({ kind: 'noFunds' })
})
