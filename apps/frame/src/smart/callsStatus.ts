import { readBundlerAnswer } from '@billfold/protocol/embedded/bundlerAnswers'
import { KitError } from '@billfold/protocol/error'
import type { Hex } from '../evm/signHash.ts'
import type { Ask } from './smartAccountOf.ts'

/** What `wallet_sendCalls` answers with (EIP-5792, version 2.0.0): an id that says where to ask later. */
export type CallsId = { chainId: bigint; hash: Hex }

/** An id that any session can follow: the operation's hash and its chain. */
export const writeCallsId = ({ chainId, hash }: CallsId): Hex => `${hash}${chainId.toString(16).padStart(64, '0')}`

/** What an id stands for; refuses what `writeCallsId` did not write. */
export function readCallsId(id: unknown): CallsId {
  if (typeof id !== 'string' || !/^0x[0-9a-f]{128}$/.test(id))
    throw new KitError('not_found', { message: 'This wallet knows no calls with this id.' })
  return { hash: id.slice(0, 66) as Hex, chainId: BigInt(`0x${id.slice(66)}`) }
}

/** The codes of EIP-5792: on its way, done, never on chain, on chain and reverted as a whole. */
export type CallsStatusCode = 100 | 200 | 400 | 500

/** Where calls are, as `wallet_getCallsStatus` answers. All of them are done or none: a batch is one operation. */
export async function callsStatus(id: Hex, bundler: Ask) {
  const { chainId, hash } = readCallsId(id)
  const answer = await bundler('eth_getUserOperationReceipt', [hash])
  const base = { version: '2.0.0', id, chainId: `0x${chainId.toString(16)}`, atomic: true }
  if (answer === null || answer === undefined) {
    // The bundler still knows of an operation that waits; one that it lost or that was overtaken is gone for good.
    const waiting = await bundler('eth_getUserOperationByHash', [hash])
    return { ...base, status: (waiting ? 100 : 400) as CallsStatusCode, receipts: [] }
  }
  const data = readBundlerAnswer('receipt', answer)
  const { transactionHash, blockHash, blockNumber, gasUsed } = data.receipt
  return {
    ...base,
    status: (data.success ? 200 : 500) as CallsStatusCode,
    // Only what the operation itself did: the transaction may hold other people's.
    receipts: [
      { logs: data.logs, status: data.success ? '0x1' : '0x0', transactionHash, blockHash, blockNumber, gasUsed },
    ],
  }
}
