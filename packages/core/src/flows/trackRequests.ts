import { parseCaipNetworkId } from '@billfold/protocol/caip'
import type { Kit } from '../kit.ts'
import type { LateResponse } from '../model/hubEvent.ts'
import { findTransaction } from '../model/transactions.ts'
import { createNetworkRequest } from '../rpc/createNetworkRequest.ts'
import type { Run } from '../store/latest.ts'
import { pause } from './pause.ts'
import { deleteRequest, liveRequests, type PendingRequest, pendingRequests } from './pendingRequests.ts'
import { recordSent } from './recordSent.ts'

const firstWaitMs = 2_000
const maxWaitMs = 30_000

const heeding = new WeakSet<Kit>()

/** Receives late responses of wallets. */
export function takeLateResponses(kit: Kit): void {
  if (heeding.has(kit) || kit.isDisposed) return
  heeding.add(kit)
  kit.endWith(kit.store.onEvent((e) => void (e.type === 'walletConnect/answeredLate' && takeLate(kit, e))))
}

/** Determines the outcome of requests that no page waits for: by the relay's mailbox, and on chain. */
export function trackRequests(kit: Kit): void {
  if (kit.isDisposed) return
  takeLateResponses(kit)
  for (const { id, wire } of pendingRequests(kit)) {
    const key = `asked/${id}`
    if (liveRequests.has(id) || kit.latest.isRunning(key)) continue
    if (wire) kit.walletConnect?.expect(wire)
    void kit.latest(key, (run) => follow(kit, id, run))
  }
}

async function follow(kit: Kit, id: string, { signal }: Run): Promise<void> {
  const present = () => pendingRequests(kit).find((one) => one.id === id)
  for (let waitMs = firstWaitMs; !signal.aborted; waitMs = Math.min(waitMs * 1.5, maxWaitMs)) {
    const request = present()
    if (!request) return
    if (kit.store.get().transactions.some((t) => t.asked === id)) return deleteRequest(kit, id)
    const sent = await find(kit, request, signal)
    // The wallet or the visitor may have responded meanwhile.
    if (sent && present() && !signal.aborted) return recordSent(kit, request, sent, true)
    await pause(kit, waitMs, signal)
  }
}

async function find(kit: Kit, { networkId, from, call, trace, askedAt, isBatch }: PendingRequest, signal: AbortSignal) {
  if (isBatch) return undefined
  try {
    const transfers = await (await kit.chains[parseCaipNetworkId(networkId).namespace]?.())?.transfers?.()
    const isKnown = (hash: string) => {
      const { transactions } = kit.store.get()
      return findTransaction(transactions, hash) !== undefined || transactions.some((t) => t.replacedBy === hash)
    }
    const sought = { from, call, askedAt, isKnown, ...(trace ? { trace } : {}) }
    return await transfers?.find?.(sought, createNetworkRequest(kit, { networkId, nodeFirst: true, signal }))
  } catch (e) {
    // Nodes are unreachable: retry on the next poll.
    kit.ports.log.info('Could not look up the outcome of a wallet request', e)
    return undefined
  }
}

/** Handles a wallet's late response. */
async function takeLate(kit: Kit, { id, answer }: { id: number; answer: LateResponse }): Promise<void> {
  const request = pendingRequests(kit).find(({ wire }) => wire?.id === id)
  if (!request) return
  if ('isRejected' in answer) return deleteRequest(kit, request.id)
  const { networkId, call, isBatch } = request
  try {
    const chain = await kit.chains[parseCaipNetworkId(networkId).namespace]?.()
    const batch = isBatch ? (await chain?.swaps?.())?.batches?.readId(answer.result) : undefined
    const ask = createNetworkRequest(kit, { networkId, nodeFirst: true })
    const named =
      batch === undefined
        ? await (await chain?.transfers?.())?.readSent(answer.result, call, ask)
        : { hash: batch, batch }
    if (named) recordSent(kit, request, named, true)
  } catch (e) {
    // A different transaction, or rejected by nodes: the outcome stays open.
    kit.ports.log.info('Could not read a late response of a wallet', e)
  }
}
