import { parseCaipNetworkId } from '@billfold/protocol/caip'
import type { Batches } from '../../chains/swaps.ts'
import type { TransactionStatus, Transfers } from '../../chains/transfers.ts'
import { pause } from '../../flows/pause.ts'
import type { Kit } from '../../kit.ts'
import { addressesOf } from '../../model/connectedAccount.ts'
import type { Connector } from '../../model/connector.ts'
import { findTransaction, isOpen, isUndecided, isUnnamed, type Transaction } from '../../model/transactions.ts'
import { withDeadline } from '../../ports/withDeadline.ts'
import { createNetworkRequest } from '../../rpc/createNetworkRequest.ts'
import type { Run } from '../../store/latest.ts'
import { connectionsOf } from '../connect/connections.ts'
import { newsOf } from './newsOf.ts'

const firstWaitMs = 700
const maxWaitMs = 15_000
/** Included transactions only wait for finality. */
const finalWaitMs = 60_000
/** Nodes may lag behind: report `missing` only after this time and number of polls. */
const missingAfterMs = 90_000
const missingAfterMisses = 5
/** A wallet responds at once with what it knows. */
const walletMs = 10_000
/** After a day, polling resumes only on request. */
const followMs = 86_400_000

/** Tracks every open transaction until it settles; idempotent per transaction. */
export function trackTransactions(kit: Kit): void {
  for (const { hash, batch } of kit.store.get().transactions.filter(isOpen)) {
    const key = `follow/${batch ?? hash}`
    if (!kit.latest.isRunning(key)) void kit.latest(key, (run) => follow(kit, batch ?? hash, run))
  }
}

async function follow(kit: Kit, hash: string, run: Run): Promise<void> {
  let misses = 0
  const now = () => kit.ports.clock.now()
  for (let waitMs = firstWaitMs; !run.signal.aborted; waitMs *= 1.5) {
    const transaction = findTransaction(kit.store.get().transactions, hash)
    if (!transaction || !isOpen(transaction)) return
    const { sentAt, checkedAt = sentAt, isRecallable } = transaction
    const sighting = await look(kit, transaction, run)
    misses = sighting?.state === 'unknown' ? misses + 1 : sighting ? 0 : misses
    const news = sighting && newsOf(transaction, sighting, kit.store.get().transactions, now())
    if (news?.event) run.send(news.event)
    if (news?.isOver) return
    if (misses >= missingAfterMisses && now() - sentAt > missingAfterMs && transaction.status !== 'missing')
      run.send({ type: 'transaction/settled', hash, outcome: 'missing', at: now() })
    if (now() - checkedAt > followMs) return end(kit, hash, run)
    const limitMs = isRecallable ? finalWaitMs : maxWaitMs
    await pause(kit, Math.min(waitMs, limitMs), run.signal)
  }
}

/** Ends tracking: after a day on chain a transaction is final, and an unknown one lapses. */
function end(kit: Kit, hash: string, { send }: Run): void {
  const transaction = findTransaction(kit.store.get().transactions, hash)
  if (transaction?.isRecallable) send({ type: 'transaction/finalized', hash })
  else if (transaction && isUndecided(transaction))
    send({ type: 'transaction/settled', hash, outcome: 'lapsed', at: kit.ports.clock.now() })
}

async function look(kit: Kit, transaction: Transaction, run: Run): Promise<TransactionStatus | undefined> {
  const { networkId, from, call, hash, trace, kind, meant } = transaction
  const { signal } = run
  try {
    const chain = await kit.chains[parseCaipNetworkId(networkId).namespace]?.()
    if (isUnnamed(transaction)) return await pollWallet(kit, transaction, (await chain?.swaps?.())?.batches, run)
    const transfers: Transfers | undefined = await chain?.transfers?.()
    // Asks nodes first: the wallet that signed it could hide an alteration.
    const ask = createNetworkRequest(kit, { networkId, nodeFirst: !transaction.isSeen, signal })
    const { to: owner, token } = meant
    const gain = { owner, ...(token ? { token } : {}) }
    const isGain = kind === 'swap' || (kind === 'send' && token !== undefined)
    const sent = { hash, from, call, ...(trace ? { trace } : {}), ...(isGain ? { gain } : {}) }
    return await transfers?.look(sent, ask)
  } catch (e) {
    // Nodes are unreachable: retry on the next poll.
    kit.ports.log.info(`Could not look up transaction ${hash}`, e)
    return undefined
  }
}

/** Polls the wallet on a batch. Once it has a hash, polls the chain. */
async function pollWallet(
  kit: Kit,
  transaction: Transaction,
  batches: Batches | undefined,
  { send, signal }: Run,
): Promise<TransactionStatus | undefined> {
  const { networkId, hash } = transaction
  const connector = senderOf(kit, transaction)
  if (!batches || !connector) return undefined
  const { method, params } = batches.statusRequest(hash)
  const response = connector.request(networkId, method, params, signal)
  const status = batches.readStatus(await withDeadline(kit.ports.clock, walletMs, response))
  if (status.state === 'waiting') {
    if (status.signers) send({ type: 'transaction/approved', batch: hash, signers: status.signers })
    return undefined
  }
  const at = kit.ports.clock.now()
  if (status.state === 'unsent') {
    send({ type: 'transaction/settled', hash, outcome: 'failed', at, isUnsent: true })
    return undefined
  }
  // Failed according to the wallet, even if its transaction succeeded.
  if (status.state === 'failed') send({ type: 'transaction/settled', hash, outcome: 'failed', at })
  const { hash: name } = status
  if (name !== undefined) send({ type: 'transaction/named', batch: hash, hash: name })
  return undefined
}

/**
 * The wallet that sent a batch, which need not be current; for records of earlier versions, one with the same account.
 */
function senderOf(kit: Kit, { networkId, from, wallet }: Transaction): Connector | undefined {
  const { namespace } = parseCaipNetworkId(networkId)
  const sharing = connectionsOf(kit.store.get(), namespace).filter((each) => addressesOf(each).includes(from))
  const sender = sharing.find(({ connectorId }) => connectorId === wallet) ?? sharing[0]
  return sender && kit.connectors.get(namespace, sender.connectorId)
}
