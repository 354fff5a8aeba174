import { createMemo } from '../../caches/createMemo.ts'
import { lowerHex } from '../../chains/eip155/hex.ts'
import type { EvmAddress } from '../../chains/serverChain.ts'
import { deadlineIn } from '../../limits/deadlineIn.ts'
import type { Rpc } from '../../rpc/createRpc.ts'
import { createReaders } from '../createReaders.ts'
import { nativeCoin, type QuoteRequest } from './quoteSource.ts'
import { readAllowance } from './readAllowance.ts'

/** How much gas the approval takes that a swap needs before it; nothing where enough is allowed already. */
export type ApprovalGas = (request: QuoteRequest, spender: EvmAddress) => Promise<bigint>

/** What tokens behind a proxy take at most, the transaction itself included. */
const approveGas = 55_000n
const [keepMs, patienceMs] = [5_000, 1_000]

/** Asks tokens what is allowed, at most every few seconds, and never holds a quote up for long. */
export function createApprovalGas({ rpc, now = Date.now }: { rpc: Rpc; now?: () => number }): ApprovalGas {
  const readerOf = createReaders(rpc)
  const allowances = createMemo<bigint | undefined>({ ttlMs: keepMs, now })
  return async ({ chain, from, user, amount }, spender) => {
    if (from === nativeCoin) return 0n
    const asked = { token: from, owner: user, spender }
    // What many callers wait for is not given up because one of them hangs up.
    const load = () => readAllowance(readerOf(chain), asked, deadlineIn(patienceMs))
    const given = await allowances(lowerHex([chain.id, from, user, spender].join(' ')), load).catch(() => undefined)
    // Approvals are exact and gone with their swap: where no one says so, most likely there is none.
    return given !== undefined && given >= amount ? 0n : approveGas
  }
}
