import { createMemo } from '../../caches/createMemo.ts'
import { lowerHex } from '../../chains/eip155/hex.ts'
import type { EvmAddress } from '../../chains/serverChain.ts'
import { deadlineIn } from '../../limits/deadlineIn.ts'
import type { Rpc } from '../../rpc/createRpc.ts'
import { createReaders } from '../createReaders.ts'
import { nativeCoin, type QuoteRequest } from './quoteSource.ts'
import { readAllowance } from './readAllowance.ts'

/** Gas of the approval that a swap needs first; zero if the allowance suffices. */
export type ApprovalGas = (request: QuoteRequest, spender: EvmAddress) => Promise<bigint>

/** The most that tokens behind a proxy take, the transaction itself included. */
const approveGas = 55_000n
const [keepMs, patienceMs] = [5_000, 1_000]

/** Asks tokens what is allowed, at most every few seconds, and never holds a quote up for long. */
export function createApprovalGas({ rpc, now = Date.now }: { rpc: Rpc; now?: () => number }): ApprovalGas {
  const readerOf = createReaders(rpc)
  const allowances = createMemo<bigint | undefined>({ ttlMs: keepMs, now })
  return async ({ chain, from, user, amount }, spender) => {
    if (from === nativeCoin) return 0n
    const query = { token: from, owner: user, spender }
    // Shared by several callers, so no caller's signal applies.
    const load = () => readAllowance(readerOf(chain), query, deadlineIn(patienceMs))
    const given = await allowances(lowerHex([chain.id, from, user, spender].join(' ')), load).catch(() => undefined)
    // Approvals are exact and gone with their swap: where no one says so, most likely there is none.
    return given !== undefined && given >= amount ? 0n : approveGas
  }
}
