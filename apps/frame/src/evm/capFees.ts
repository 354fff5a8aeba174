import * as z from 'zod/mini'

/** A JSON-RPC call to a chain's node. */
type Ask = (method: string, params: unknown[]) => Promise<unknown>

export type Fees = { gasPrice: bigint } | { maxFeePerGas: bigint; maxPriorityFeePerGas: bigint }

const quantity = z.string().check(z.regex(/^0x[0-9a-fA-F]{1,32}$/))
const history = z.object({
  baseFeePerGas: z.array(quantity),
  gasUsedRatio: z.array(z.number()),
  reward: z.optional(z.nullable(z.array(z.array(quantity)))),
})

const blocks = 20
const most = 10n

/**
 * The fee cap per unit of gas: ten times the median of the last twenty blocks, by the lowest source; without `eth_feeHistory`, ten times
 * `eth_gasPrice`. Undefined if no source responds, or gas is free.
 */
export async function readFeeCap(sources: readonly Ask[]): Promise<bigint | undefined> {
  const medians = (await Promise.all(sources.map(medianOf))).flatMap((median) => (median ? [median] : []))
  const [first, ...others] = medians
  return first === undefined ? undefined : others.reduce((least, each) => (each < least ? each : least), first) * most
}

async function medianOf(ask: Ask): Promise<bigint | undefined> {
  const [past, price] = await Promise.all([
    ask('eth_feeHistory', [`0x${blocks.toString(16)}`, 'latest', [50]]).then(
      (answer) => z.safeParse(history, answer).data,
      () => undefined,
    ),
    ask('eth_gasPrice', []).then(
      (answer) => z.safeParse(quantity, answer).data,
      () => undefined,
    ),
  ])
  const usual = price === undefined ? undefined : BigInt(price)
  if (!past || past.gasUsedRatio.length === 0) return usual
  const { baseFeePerGas, gasUsedRatio, reward } = past
  const prices = gasUsedRatio.map((used, at) => {
    const base = BigInt(baseFeePerGas[at] ?? 0)
    const paid = base + BigInt(reward?.[at]?.[0] ?? 0)
    // An empty block has no fees, so the usual price replaces them.
    return used > 0 || usual === undefined || usual < paid ? paid : usual
  })
  return prices.sort((a, b) => (a < b ? -1 : 1))[Math.floor(prices.length / 2)]
}

/** Limits fees to the cap; undefined if that is below the chain's base fee: one of the two claims is wrong. */
export function capFees<F extends Fees>(fees: F, cap: bigint | undefined, baseFee: bigint): F | undefined {
  if (cap === undefined) return fees
  if (cap < baseFee) return undefined
  const capped = (fee: bigint) => (fee > cap ? cap : fee)
  if ('gasPrice' in fees) return { ...fees, gasPrice: capped(fees.gasPrice) }
  const maxFeePerGas = capped(fees.maxFeePerGas)
  const { maxPriorityFeePerGas: tip } = fees
  return { ...fees, maxFeePerGas, maxPriorityFeePerGas: tip > maxFeePerGas ? maxFeePerGas : tip }
}
