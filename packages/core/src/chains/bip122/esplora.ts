import { bytesOfHex } from '@billfold/protocol/bytes'
import { KitError } from '@billfold/protocol/error'
import type { QueryChain } from '../chainQuery.ts'
import { type RawTransaction, readTransaction, txidOf } from './rawTransaction.ts'

// Esplora's HTTP API, the part needed for sending. All responses are validated.

export type ListedCoin = { txid: string; index: number; value: bigint; isConfirmed: boolean }
export type Standing = { isConfirmed: false } | { isConfirmed: true; height: number }

const maxCoins = 10_000
const isTxid = (value: unknown): value is string => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0
type Fields = Readonly<Record<string, unknown>>
const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {})
export const invalidResponse = (what: string) =>
  new KitError('unavailable', { message: `The server returned no ${what}` })

/** An address's unspent outputs. */
export async function coinsOf(address: string, ask: QueryChain): Promise<ListedCoin[]> {
  const list = await ask({ path: `/address/${address}/utxo` })
  if (!Array.isArray(list) || list.length > maxCoins) throw invalidResponse('coins')
  const coins = list.map((one): ListedCoin => {
    const { txid, vout, value, status } = fieldsOf(one)
    if (!isTxid(txid) || !isCount(vout) || !isCount(value)) throw invalidResponse('coins')
    return { txid, index: vout, value: BigInt(value), isConfirmed: fieldsOf(status).confirmed === true }
  })
  // A duplicate coin would spend money that does not exist.
  return [...new Map(coins.map((coin) => [`${coin.txid}:${coin.index}`, coin])).values()]
}

/** An address's balance, including pending transactions. */
export async function balanceOf(address: string, ask: QueryChain): Promise<bigint> {
  const { chain_stats: chain, mempool_stats: waiting } = fieldsOf(await ask({ path: `/address/${address}` }))
  return [chain, waiting].reduce((sum: bigint, side) => {
    const { funded_txo_sum: funded, spent_txo_sum: spent } = fieldsOf(side)
    if (!isCount(funded) || !isCount(spent)) throw invalidResponse('balance')
    return sum + BigInt(funded) - BigInt(spent)
  }, 0n)
}

/** A transaction, verified by its id. */
export async function transactionOf(txid: string, ask: QueryChain): Promise<{ raw: Uint8Array; read: RawTransaction }> {
  const hex = await ask({ path: `/tx/${txid}/hex` })
  const raw = bytesOfHex(typeof hex === 'string' ? hex.trim() : String(hex))
  const read = readTransaction(raw)
  if (txidOf(read) !== txid) throw invalidResponse('such transaction')
  return { raw, read }
}

/** A transaction's status; undefined if unknown. */
export async function standingOf(txid: string, ask: QueryChain): Promise<Standing | undefined> {
  try {
    return readStatus(await ask({ path: `/tx/${txid}/status` }))
  } catch (e) {
    if (KitError.from(e).code === 'not_found') return undefined
    throw e
  }
}

function readStatus(value: unknown): Standing {
  const { confirmed, block_height: height } = fieldsOf(value)
  if (confirmed !== true) return { isConfirmed: false }
  if (!isCount(height)) throw invalidResponse('block')
  return { isConfirmed: true, height }
}

/** The spender of an output, and whether it is confirmed; undefined if unspent. */
export async function spenderOf(txid: string, index: number, ask: QueryChain) {
  const { spent, txid: by, status } = fieldsOf(await ask({ path: `/tx/${txid}/outspend/${index}` }))
  if (spent !== true) return undefined
  if (!isTxid(by)) throw invalidResponse('transaction')
  return { by, isConfirmed: fieldsOf(status).confirmed === true }
}

/** The block height. */
export async function heightOf(ask: QueryChain): Promise<number> {
  const height = Number(await ask({ path: '/blocks/tip/height' }))
  if (!isCount(height)) throw invalidResponse('height')
  return height
}

const soon = [3, 2, 6, 1]

/**
 * Satoshis per thousand virtual bytes for inclusion within one of these block counts, the first known; rejects an
 * absurd rate.
 */
export async function feeRateOf(ask: QueryChain, blocks: readonly number[] = soon): Promise<bigint> {
  const estimates = fieldsOf(await ask({ path: '/fee-estimates' }))
  const rate = Number(blocks.map((count) => estimates[count]).find((known) => known !== undefined))
  if (!(rate > 0)) throw invalidResponse('fees')
  if (rate > dearest) throw invalidResponse('plausible fees')
  return BigInt(Math.ceil(Math.max(rate, least) * 1000))
}
const least = 1
const dearest = 5000

/** Broadcasts a transaction; returns its id as the server reports it. */
export async function broadcast(hex: string, ask: QueryChain): Promise<string> {
  const answer = await ask({ path: '/tx', post: hex })
  const txid = typeof answer === 'string' ? answer.trim() : answer
  if (!isTxid(txid)) throw invalidResponse('transaction')
  return txid
}
