import type { DevnetChain } from '@billfold/protocol/devnetManifest'
import { sameAddress } from '@billfold/protocol/sameAddress'
import { swapTopic as v3Swap, wordAt } from '../network/poolPrice.ts'
import type { Receipt, SwapLog, Transaction } from './swapWire.ts'

/** The Uniswap v2 pair's `Swap` event: what went in and came out of each token. */
export const v2Swap = '0xd78ad95fa46c994b6551d0da85fc275fe613ce37657fb8d5e3d130840159d822'
export { v3Swap }

const transfer = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
/** Wrapped ether's `Withdrawal` event. */
const withdrawal = '0x7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65'

/** An amount of a token, or of the native coin. */
export type Sum = { amount: bigint; decimals: number; symbol: string; token?: string }
type Pool = DevnetChain['pools'][number]
/** One pool on a swap's route: what went in, and what came out. */
export type Hop = { pool: Pool; paid: Sum; received: Sum }

/** A mined swap, from the chain's own records. */
export type SwapStory = {
  hash: string
  account: string
  /** The called contract by its name in the manifest, or its address. */
  router: string
  paid: Sum
  /** The amount that reached the account, after fees that the router paid out. */
  received: Sum
  /** The part of the last pool's payment that went to others. */
  serviceFee: bigint
  hops: readonly [Hop, ...Hop[]]
  block: bigint
  minedAtMs: number
  networkFee: Sum
}

type Records = {
  transaction: Transaction
  receipt: Receipt
  timestamp: bigint
  /** The account's change of native balance in the block. */
  nativeChange: bigint
}

/**
 * Describes a swap by the events of its transaction; undefined if no pool of this chain took part, or if nothing
 * reached the account itself.
 */
export function describeSwap(
  chain: DevnetChain,
  { transaction, receipt, timestamp, nativeChange }: Records,
): SwapStory | undefined {
  if (!receipt.status || !transaction.to) return undefined
  const [first, ...others] = receipt.logs.flatMap((log) => readHop(chain, log) ?? [])
  if (!first) return undefined
  const hops: [Hop, ...Hop[]] = [first, ...others]
  const last = others.at(-1) ?? first
  const native = chain.nativeCurrency
  const fee = receipt.gasUsed * receipt.effectiveGasPrice
  const account = transaction.from
  const paysNative = isWrapped(chain, first.paid) && transaction.value >= first.paid.amount
  const getsNative = isWrapped(chain, last.received) && receipt.logs.some(({ topics }) => topics[0] === withdrawal)
  const paid = paysNative
    ? { amount: transaction.value, ...native }
    : { ...first.paid, amount: moved(receipt, first.paid, { from: account }) }
  const received = getsNative
    ? { amount: nativeChange + fee + transaction.value, ...native }
    : { ...last.received, amount: moved(receipt, last.received, { to: account }) }
  const serviceFee = last.received.amount - received.amount
  if (paid.amount <= 0n || received.amount <= 0n || serviceFee < 0n) return undefined
  return {
    hash: transaction.hash,
    account,
    router: routerName(chain, transaction.to),
    paid,
    received,
    serviceFee,
    hops,
    block: receipt.blockNumber,
    minedAtMs: Number(timestamp) * 1_000,
    networkFee: { amount: fee, ...native },
  }
}

const isWrapped = ({ tokens }: DevnetChain, { token }: Sum): boolean =>
  tokens.some(({ kind, address }) => kind === 'wrapped' && address === token)

/** The sum of a token that its transfers moved from or to an address. */
function moved({ logs }: Receipt, { token }: Sum, { from, to }: { from?: string; to?: string }): bigint {
  const isOf = (topic: string | undefined, address: string | undefined) =>
    address === undefined || sameAddress('eip155', `0x${topic?.slice(26)}`, address)
  return logs
    .filter(({ address, topics }) => topics[0] === transfer && sameAddress('eip155', address, token))
    .filter(({ topics }) => isOf(topics[1], from) && isOf(topics[2], to))
    .reduce((sum, { data }) => sum + wordAt(data, 0), 0n)
}

function readHop(chain: DevnetChain, { address, topics, data }: SwapLog): Hop | undefined {
  const pool = chain.pools.find((each) => sameAddress('eip155', each.address, address))
  const [topic] = topics
  if (!pool || (topic !== v3Swap && topic !== v2Swap)) return undefined
  // The pool's change of each token: what it got is positive.
  const [change0, change1] =
    topic === v3Swap
      ? [BigInt.asIntN(256, wordAt(data, 0)), BigInt.asIntN(256, wordAt(data, 1))]
      : [wordAt(data, 0) - wordAt(data, 2), wordAt(data, 1) - wordAt(data, 3)]
  const sum0 = sumOf(chain, pool.token0, change0)
  const sum1 = sumOf(chain, pool.token1, change1)
  if (!sum0 || !sum1 || change0 > 0n === change1 > 0n) return undefined
  return change0 > 0n ? { pool, paid: sum0, received: sum1 } : { pool, paid: sum1, received: sum0 }
}

function sumOf({ tokens }: DevnetChain, address: string, change: bigint): Sum | undefined {
  const token = tokens.find((each) => sameAddress('eip155', each.address, address))
  if (!token) return undefined
  const { decimals, symbol } = token
  return { amount: change < 0n ? -change : change, decimals, symbol, token: token.address }
}

const routers: Readonly<Record<string, string>> = {
  universalRouter: 'Uniswap’s Universal Router',
  uniswapV3SwapRouter: 'Uniswap’s v3 SwapRouter',
  uniswapV2Router: 'Uniswap’s v2 Router',
}

function routerName({ contracts }: DevnetChain, address: string): string {
  const [name] = Object.entries(contracts).find(([, own]) => sameAddress('eip155', own, address)) ?? []
  return (name && routers[name]) ?? address
}
