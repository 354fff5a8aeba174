import type { Abi, Hex } from 'viem'
import { encodeFunctionData, parseAbi } from 'viem/utils'
import type { QueryWallet } from '../chainQuery.ts'
import type { Fee } from '../transfers.ts'
import { readBytes, readQuantity, toQuantity } from './quantity.ts'
import { refusedWith } from './sendRefusal.ts'

/** A gas fee, with its fields for the wallet. */
export type GasFee = Fee & { fields: Readonly<Record<string, string>> }

/** The price per gas: with a base fee (EIP-1559) if the chain has one, otherwise a single price. */
export type GasPrice = { most: bigint; likely: bigint; fields: Record<string, string> }

/** Queries the chain's gas prices. */
export async function gasPrice(ask: QueryWallet): Promise<GasPrice> {
  const block = await ask({ method: 'eth_getBlockByNumber', params: ['latest', false] })
  const base = (block as { baseFeePerGas?: unknown } | null)?.baseFeePerGas
  if (base === undefined || base === null) return legacyPrice(ask)
  const baseFee = readQuantity(base, 'base fee')
  const tip = await ask({ method: 'eth_maxPriorityFeePerGas', params: [] })
    .then((answer) => readQuantity(answer, 'tip'))
    // Not every node has the method: the price above the base fee is the same.
    .catch(async () => {
      const { most } = await legacyPrice(ask)
      return most > baseFee ? most - baseFee : 0n
    })
  // Twice the base fee covers six full blocks in a row; the unused part is not charged.
  const most = baseFee * 2n + tip
  const fields = { maxFeePerGas: toQuantity(most), maxPriorityFeePerGas: toQuantity(tip) }
  return { most, likely: baseFee + tip, fields }
}

async function legacyPrice(ask: QueryWallet): Promise<GasPrice> {
  const price = readQuantity(await ask({ method: 'eth_gasPrice', params: [] }), 'gas price')
  return { most: price, likely: price, fields: { gasPrice: toQuantity(price) } }
}

/**
 * The fee for limited funds: less margin for a rising base fee, but at least the current one, so that a maximum still
 * works after prices move before the approval.
 */
export function fittingFee(gas: bigint, price: GasPrice, rollup: bigint, has: bigint): GasFee | undefined {
  const whole = feeOf(gas, price, rollup)
  if (whole.most <= has) return whole
  const each = has > rollup ? (has - rollup) / gas : 0n
  if (each < price.likely || !price.fields.maxFeePerGas) return undefined
  const fields = { ...price.fields, maxFeePerGas: toQuantity(each) }
  return { ...feeOf(gas, { ...price, most: each, fields }, rollup), most: gas * each + rollup }
}

/** The total fee with a rollup's data fee, which rises with its parent chain's prices. */
export const feeOf = (gas: bigint, price: GasPrice, rollup: bigint): GasFee => ({
  most: gas * price.most + (rollup * 3n) / 2n,
  likely: gas * price.likely + rollup,
  fields: { gas: toQuantity(gas), ...price.fields },
})

/**
 * A plain payment costs 21,000, and some nodes report slightly more; others get a margin, because state may change
 * before mining.
 */
const plainGas = 21_100n
export const withRoom = (estimate: bigint): bigint => (estimate <= plainGas ? estimate : (estimate * 12n) / 10n)

/** Oracles of a rollup's data fee, with their methods, newest first. */
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
/** Maximum size of an unsigned transfer beside its data. */
const envelopeBytes = 120

/**
 * A rollup's data fee, which gas estimates omit; zero on chains without an oracle. Throws if the oracle is unreachable:
 * no response is not a zero fee.
 */
export async function rollupFee(data: string, ask: QueryWallet): Promise<bigint> {
  const size = envelopeBytes + (data.length - 2) / 2
  const fees = await Promise.all(oracles.map(({ to, abi }) => feeBy({ to, abi }, size, ask)))
  return fees.reduce((sum, fee) => sum + fee, 0n)
}

async function feeBy({ to, abi }: { to: string; abi: Abi }, size: number, ask: QueryWallet): Promise<bigint> {
  for (const item of abi) {
    if (item.type !== 'function') continue
    // Incompressible bytes: no transaction of this length costs more.
    const args = [item.name === 'getL1Fee' ? fillerOf(size) : BigInt(size)]
    const data = encodeFunctionData({ abi: [item], functionName: item.name, args })
    try {
      const answer = readBytes(await ask({ method: 'eth_call', params: [{ to, data }, 'latest'] }), 'data fee')
      // An address without a contract returns nothing.
      return answer.length < 66 ? 0n : BigInt(answer.slice(0, 66))
    } catch (e) {
      // The contract may know an older method, or be something else.
      if (refusedWith(e) === undefined) throw e
    }
  }
  return 0n
}

const fillerOf = (size: number): Hex =>
  `0x${Array.from({ length: size }, (_, at) => (((at * 167 + 89) % 255) + 1).toString(16).padStart(2, '0')).join('')}`
