import { KitError } from '@billfold/protocol/error'
import type { WalletRequest } from '../chains/chainQuery.ts'
import type { Kit } from '../kit.ts'
import { type Transaction, transactionsKey } from '../model/transactions.ts'
import type { TransferCall } from '../model/transfer.ts'
import type { Stop } from '../ports/clock.ts'
import { createNetworkRequest } from '../rpc/createNetworkRequest.ts'
import { notSent } from './notSent.ts'
import { deleteRequest, liveRequests, type PendingRequest, pendingRequests, storeRequest } from './pendingRequests.ts'
import { recordSent } from './recordSent.ts'
import type { FlowContext } from './runFlow.ts'
import { takeLateResponses, trackRequests } from './trackRequests.ts'

/** A send request: its content, response parser, and the stored transaction. */
export type Sending = {
  request: WalletRequest
  /** Absent for a single transaction, which the family parses. */
  read?: (answer: unknown) => Promise<Pick<Transaction, 'hash' | 'batch'>>
  call: TransferCall
  transaction: Pick<Transaction, 'kind' | 'meant' | 'trace'>
}

/**
 * Requests a send from a wallet, and tracks the result, even over reloads. A sent transaction is final: it is tracked
 * even if the visitor stopped waiting, or changed account or chain. The request is stored before it is made, until its
 * outcome is known.
 */
export async function requestSend(
  desk: FlowContext,
  { request: { method, params }, call, transaction, ...sending }: Sending,
): Promise<string> {
  const { kit, connector, networkId, source, signal, transfers, chain } = desk
  const { kind } = transaction
  // Not aborted with the flow: what is signed is sent.
  const ask = createNetworkRequest(kit, { networkId, nodeFirst: true })
  const { read = (answer: unknown) => transfers.readSent(answer, call, ask) } = sending
  const { trace = desk.stand.trace } = transaction
  const request: PendingRequest = {
    ...{ id: newId(kit), networkId, kind, from: source.address, wallet: connector.id, meant: transaction.meant },
    call: transfers.keep?.(call) ?? call,
    ...(trace ? { trace } : {}),
    ...(sending.read ? { isBatch: true } : {}),
    askedAt: kit.ports.clock.now(),
  }
  storeRequest(kit, request)
  const isStored = isKept(kit, request)
  liveRequests.add(request.id)
  takeLateResponses(kit)
  const stop = keepWire(kit, request)
  kit.store.send({ type: 'wallet/asked', kind })
  let isAnswered = false
  const isOnlySigned = !sending.read && chain.signing({ method, params })?.sends === false
  try {
    const answer = await connector.request(networkId, method, params)
    isAnswered = true
    // In another page, the visitor said that it was not sent, and may have paid again: do not broadcast the signed one.
    if (isOnlySigned && isStored && !isKept(kit, request)) throw new KitError('aborted')
    const named = await read(answer)
    recordSent(kit, request, named, signal.aborted)
    return named.hash
  } catch (e) {
    // A signature alone sends nothing, and the kit has not broadcast it.
    const isRefused = isAnswered && isOnlySigned && KitError.from(e).code !== 'wallet_answer_invalid'
    if (notSent(e) || isRefused) deleteRequest(kit, request.id)
    throw e
  } finally {
    stop()
    liveRequests.delete(request.id)
    kit.store.send({ type: 'wallet/answered', kind })
    trackRequests(kit)
  }
}

/** Whether it is stored, as a request or, if another page received the response too, as sent. */
const isKept = (kit: Kit, { id }: PendingRequest): boolean =>
  pendingRequests(kit).some((one) => one.id === id) || kit.ports.storage.get(transactionsKey)?.includes(id) === true

/** Stores its WalletConnect id. */
function keepWire(kit: Kit, request: PendingRequest): Stop {
  return kit.store.onEvent((e) => {
    if (e.type !== 'walletConnect/requestSent' || e.request.networkId !== request.networkId) return
    const now = pendingRequests(kit).find(({ id }) => id === request.id)
    const { id, method } = e.request
    if (now && !now.wire) storeRequest(kit, { ...now, wire: { id, method } })
  })
}

let lastId = 0
const newId = ({ ports: { clock } }: Kit): string =>
  `${clock.now().toString(36)}-${(++lastId).toString(36)}-${Math.random().toString(36).slice(2)}`
