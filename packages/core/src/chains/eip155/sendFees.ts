import type { Abi, Hex } from 'viem'
import { encodeFunctionData, parseAbi } from 'viem/utils'
import type { Ask } from '../chain.ts'
import type { Fee } from '../transfers.ts'
import { readBytes, readQuantity, toQuantity } from './quantity.ts'
import { refusedWith } from './sendRefusal.ts'

/** What gas comes to, and how the wallet is told. */
export type GasFee = Fee & { fields: Readonly<Record<string, string>> }

/** What a unit of gas costs now: with a base fee (EIP-1559) where the chain has one, else at one price. */
export type GasPrice = { most: bigint; likely: bigint; fields: Record<string, string> }

/** Asks the chain for its prices. */
export async function gasPrice(ask: Ask): Promise<GasPrice> {
  const block = await ask({ method: 'eth_getBlockByNumber', params: ['latest', false] })
  const base = (block as { baseFeePerGas?: unknown } | null)?.baseFeePerGas
  if (base === undefined || base === null) return legacyPrice(ask)
  const baseFee = readQuantity(base, 'base fee')
  const tip = await ask({ method: 'eth_maxPriorityFeePerGas', params: [] })
    .then((answer) => readQuantity(answer, 'tip'))
    // Not every node knows the method: what a transaction pays over the base fee says the same.
    .catch(async () => {
      const { most } = await legacyPrice(ask)
      return most > baseFee ? most - baseFee : 0n
    })
  // Twice the base fee covers six full blocks in a row; what is not used is not paid.
  const most = baseFee * 2n + tip
  const fields = { maxFeePerGas: toQuantity(most), maxPriorityFeePerGas: toQuantity(tip) }
  return { most, likely: baseFee + tip, fields }
}

async function legacyPrice(ask: Ask): Promise<GasPrice> {
  const price = readQuantity(await ask({ method: 'eth_gasPrice', params: [] }), 'gas price')
  return { most: price, likely: price, fields: { gasPrice: toQuantity(price) } }
}

/**
 * The same for someone who has only so much: with less room for a rising base fee, as long as it pays for the present one.
 * So that all can be sent, and prices may still move between the choice and the yes.
 */
export function fittingFee(gas: bigint, price: GasPrice, rollup: bigint, has: bigint): GasFee | undefined {
  const whole = feeOf(gas, price, rollup)
  if (whole.most <= has) return whole
  const each = has > rollup ? (has - rollup) / gas : 0n
  if (each < price.likely || !price.fields.maxFeePerGas) return undefined
  const fields = { ...price.fields, maxFeePerGas: toQuantity(each) }
  return { ...feeOf(gas, { ...price, most: each, fields }, rollup), most: gas * each + rollup }
}

/** What gas comes to, with what a rollup takes on top, which rises with its parent chain's prices. */
export const feeOf = (gas: bigint, price: GasPrice, rollup: bigint): GasFee => ({
  most: gas * price.most + (rollup * 3n) / 2n,
  likely: gas * price.likely + rollup,
  fields: { gas: toQuantity(gas), ...price.fields },
})

/** A plain payment costs 21,000, and some nodes say a little more; anything else gets room, because state may differ when it is mined. */
const plainGas = 21_100n
export const withRoom = (estimate: bigint): bigint => (estimate <= plainGas ? estimate : (estimate * 12n) / 10n)

/** The contracts that know what a rollup takes for writing to its parent chain, and how each is asked, newest form first. */
const oracles = [
  {
    // The OP stack's.
    to: '0x420000000000000000000000000000000000000F',
    abi: parseAbi([
      'function getL1FeeUpperBound(uint256 size) view returns (uint256)',
      'function getL1Fee(bytes data) view returns (uint256)',
    ]),
  },
  // Scroll's.
  {
    to: '0x5300000000000000000000000000000000000002',
    abi: parseAbi(['function getL1Fee(bytes data) view returns (uint256)']),
  },
] as const
/** An unsigned transfer is at most this long: the envelope's fields, and its data. */
const envelopeBytes = 120

/**
 * What a rollup takes for writing to its parent chain, which no gas estimate knows of; nothing on chains without such an oracle. An
 * oracle that can't be reached throws: silence is not a fee of nothing.
 */
export async function rollupFee(data: string, ask: Ask): Promise<bigint> {
  const size = envelopeBytes + (data.length - 2) / 2
  const fees = await Promise.all(oracles.map(({ to, abi }) => feeBy({ to, abi }, size, ask)))
  return fees.reduce((sum, fee) => sum + fee, 0n)
}

async function feeBy({ to, abi }: { to: string; abi: Abi }, size: number, ask: Ask): Promise<bigint> {
  for (const item of abi) {
    if (item.type !== 'function') continue
    // Bytes that compress badly: no transaction of this length costs more.
    const args = [item.name === 'getL1Fee' ? fillerOf(size) : BigInt(size)]
    const data = encodeFunctionData({ abi: [item], functionName: item.name, args })
    try {
      const answer = readBytes(await ask({ method: 'eth_call', params: [{ to, data }, 'latest'] }), 'data fee')
      // Nothing at all is what an address without a contract answers.
      return answer.length < 66 ? 0n : BigInt(answer.slice(0, 66))
    } catch (e) {
      // A contract that does not know this form may know an older one, or be something else.
      if (refusedWith(e) === undefined) throw e
    }
  }
  return 0n
}

const fillerOf = (size: number): Hex =>
  `0x${Array.from({ length: size }, (_, at) => (((at * 167 + 89) % 255) + 1).toString(16).padStart(2, '0')).join('')}`
