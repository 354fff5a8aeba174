import { parseCaipNetworkId } from '@billfold/protocol/caip'
import { askNetwork } from '../../askNetwork.ts'
import type { Batches } from '../../chains/swaps.ts'
import type { Sighting, Transfers } from '../../chains/transfers.ts'
import type { Kit } from '../../kit.ts'
import type { Run } from '../../latest.ts'
import { withDeadline } from '../../ports/withDeadline.ts'
import { addressesOf, connectedAccount } from '../account/account.ts'
import { findTransaction, isOpen, isUnnamed, type Transaction } from './transactions.ts'

const firstWaitMs = 700
const mostWaitMs = 15_000
/** A node may not have heard of it yet: so long, and so many times, before it counts as forgotten. */
const droppedAfterMs = 90_000
const droppedAfterMisses = 5
/** A wallet answers what it knows at once. */
const walletMs = 10_000
/** After a day no one looks any more; the explorer knows. */
const followMs = 86_400_000

/** Looks for every open transaction until the chain has settled it; one that is looked for already is left alone. */
export function followTransactions(kit: Kit): void {
  for (const { hash, batch } of kit.store.get().transactions.filter(isOpen)) {
    const key = `follow/${batch ?? hash}`
    if (!kit.latest.isRunning(key)) void kit.latest(key, (run) => follow(kit, batch ?? hash, run))
  }
}

async function follow(kit: Kit, hash: string, run: Run): Promise<void> {
  let misses = 0
  for (let waitMs = firstWaitMs; !run.signal.aborted; waitMs = Math.min(waitMs * 1.5, mostWaitMs)) {
    const transaction = findTransaction(kit.store.get().transactions, hash)
    const age = transaction && kit.ports.clock.now() - transaction.sentAt
    if (!transaction || age === undefined || !isOpen(transaction) || age > followMs) return
    const sighting = await look(kit, transaction, run)
    misses = sighting?.state === 'unknown' ? misses + 1 : sighting ? 0 : misses
    if (sighting && tell(kit, transaction, sighting, run)) return
    if (misses >= droppedAfterMisses && age > droppedAfterMs && transaction.status !== 'dropped')
      run.send({ type: 'transaction/settled', hash, outcome: 'dropped', at: kit.ports.clock.now() })
    await pause(kit, waitMs, run.signal)
  }
}

async function look(kit: Kit, transaction: Transaction, run: Run): Promise<Sighting | undefined> {
  const { networkId, from, call, hash, trace } = transaction
  const { signal } = run
  try {
    const chain = await kit.chains[parseCaipNetworkId(networkId).namespace]?.()
    if (isUnnamed(transaction)) return await askWallet(kit, transaction, (await chain?.swaps?.())?.batches, run)
    const transfers: Transfers | undefined = await chain?.transfers?.()
    // What the wallet signed is first looked at without the wallet.
    const ask = askNetwork(kit, { networkId, nodeFirst: !transaction.isSeen, signal })
    return await transfers?.look({ hash, from, call, ...(trace ? { trace } : {}) }, ask)
  } catch (e) {
    // No one to ask just now: the next look may find someone.
    kit.ports.log.info(`Could not look up transaction ${hash}`, e)
    return undefined
  }
}

/** What the wallet knows of a batch. Once it has the chain's name for it, the chain is asked. */
async function askWallet(
  kit: Kit,
  { networkId, from, hash }: Transaction,
  batches: Batches | undefined,
  { send, signal }: Run,
): Promise<Sighting | undefined> {
  const { namespace } = parseCaipNetworkId(networkId)
  const account = connectedAccount(kit.store.get(), namespace)
  const connector = account && kit.connectors.get(namespace, account.connectorId)
  // Only a wallet that has the account that sent it knows of it; another account of it may be shown by now.
  if (!batches || !connector || !addressesOf(account).includes(from)) return undefined
  const { method, params } = batches.askStatus(hash)
  const asked = connector.request(networkId, method, params, signal)
  const status = batches.readStatus(await withDeadline(kit.ports.clock, walletMs, asked))
  if (status.state === 'done') send({ type: 'transaction/named', batch: hash, hash: status.hash })
  if (status.state === 'failed') return { state: 'included', succeeded: false, isFinal: true }
  return undefined
}

/** Says what was seen; true once there is nothing more to see. */
function tell(kit: Kit, { hash, status }: Transaction, sighting: Sighting, { send }: Run): boolean {
  const at = kit.ports.clock.now()
  // The visitor's own replacement is followed by itself, and told of there.
  const isOwn = (by?: string) => by !== undefined && findTransaction(kit.store.get().transactions, by) !== undefined
  switch (sighting.state) {
    case 'unknown':
      return false
    case 'pending':
      if (status === 'replaced' && isOwn(sighting.by)) return false
      send({ type: 'transaction/seen', hash, trace: sighting.trace, altered: sighting.altered })
      return false
    case 'included': {
      const { succeeded, isFinal, altered, refusal } = sighting
      const outcome = succeeded ? 'confirmed' : 'failed'
      const isRecallable = !isFinal
      if (status !== outcome) send({ type: 'transaction/settled', hash, outcome, at, altered, refusal, isRecallable })
      else if (isFinal) send({ type: 'transaction/finalized', hash })
      return isFinal
    }
    case 'expired':
      send({ type: 'transaction/settled', hash, outcome: 'expired', at })
      return true
    case 'replaced': {
      const { by, same, succeeded } = sighting
      // Sped up: the same transfer at another price is the transfer.
      const isOther = !same || succeeded === undefined || isOwn(by)
      const outcome = isOther ? 'replaced' : succeeded ? 'confirmed' : 'failed'
      send({ type: 'transaction/settled', hash, outcome, at, ...(by ? { replacedBy: by } : {}) })
      return true
    }
  }
}

/** Waits, but not past the moment the visitor looks again or no one wants to know. */
function pause(kit: Kit, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const stops = [kit.ports.clock.after(ms, done), kit.ports.page.onVisible(done)]
    function done() {
      for (const stop of stops) stop()
      signal.removeEventListener('abort', done)
      resolve()
    }
    signal.addEventListener('abort', done)
    if (signal.aborted) done()
  })
}
