import { readBundlerAnswer } from '@billfold/protocol/embedded/bundlerAnswers'
import { KitError } from '@billfold/protocol/error'
import type { Hex } from '../evm/signHash.ts'
import type { Ask } from './smartAccountOf.ts'

/** The id that `wallet_sendCalls` returns (EIP-5792 2.0.0), for later status queries. */
type CallsId = { chainId: bigint; hash: Hex }

/** An id that any session can query: the operation's hash and its chain. */
export const writeCallsId = ({ chainId, hash }: CallsId): Hex => `${hash}${chainId.toString(16).padStart(64, '0')}`

/** Parses an id; rejects what `writeCallsId` did not write. */
export function readCallsId(id: unknown): CallsId {
  if (typeof id !== 'string' || !/^0x[0-9a-f]{128}$/.test(id))
    throw new KitError('not_found', { message: 'Unknown call bundle id.' })
  return { hash: id.slice(0, 66) as Hex, chainId: BigInt(`0x${id.slice(66)}`) }
}

/** The codes of EIP-5792: pending, confirmed, never onchain, reverted as a whole. */
type CallsStatusCode = 100 | 200 | 400 | 500

/** The status that `wallet_getCallsStatus` returns. All calls succeed or none: a batch is one operation. */
export async function callsStatus(id: Hex, bundler: Ask) {
  const { chainId, hash } = readCallsId(id)
  const answer = await bundler('eth_getUserOperationReceipt', [hash])
  const base = { version: '2.0.0', id, chainId: `0x${chainId.toString(16)}`, atomic: true }
  if (answer === null || answer === undefined) {
    // The bundler still knows a pending operation; a lost or replaced one never returns.
    const waiting = await bundler('eth_getUserOperationByHash', [hash])
    return { ...base, status: (waiting ? 100 : 400) as CallsStatusCode, receipts: [] }
  }
  const data = readBundlerAnswer('receipt', answer)
  const { transactionHash, blockHash, blockNumber, gasUsed } = data.receipt
  return {
    ...base,
    status: (data.success ? 200 : 500) as CallsStatusCode,
    // Only this operation's logs: the transaction may include other people's.
    receipts: [
      { logs: data.logs, status: data.success ? '0x1' : '0x0', transactionHash, blockHash, blockNumber, gasUsed },
    ],
  }
}
