import { type Namespace, namespaces } from '@billfold/protocol/caip'
import { connectionsOf } from '../features/connect/connections.ts'
import { findPurchase, reduceOnramp } from '../features/onramp/onramp.ts'
import { restoreOnramp, storePurchases } from '../features/onramp/storedPurchases.ts'
import { trackPurchases } from '../features/onramp/trackPurchases.ts'
import type { Kit } from '../kit.ts'
import { addressesOf } from '../model/connectedAccount.ts'
import type { Event, State } from '../model/state.ts'

/** Delay until indexers have seen an arrival. */
const indexedMs = 5_000

/** Adds purchases to a kit: its slice, stored state, and tracking. Idempotent. */
export function startOnramp(kit: Kit): void {
  const { store, ports } = kit
  if (store.get().onramp || kit.isDisposed) return
  store.add({ onramp: { reduce: reduceOnramp } }, { onramp: restoreOnramp(ports.storage) })
  kit.endWith(storePurchases(kit))
  kit.endWith(store.onEvent((event, now) => reactToBuying(kit, event, now)))
  trackPurchases(kit)
}

/** Reactions of purchases, loaded with their code instead of `reactions.ts`. */
function reactToBuying(kit: Kit, event: Event, now: State): void {
  switch (event.type) {
    case 'onramp/ordered':
    case 'onramp/heard':
      trackPurchases(kit)
      break
    case 'onramp/told':
      if (event.order.status === 'sent' || event.order.status === 'settled') showArrival(kit, now, event.order.id)
      break
    case 'account/disconnected':
    case 'connection/left':
    case 'connections/heard': {
      // A reconnecting account has not disconnected.
      const families = namespaces.filter((each: Namespace) => now.account[each].status === 'reconnecting')
      const kept = namespaces.flatMap((each) => connectionsOf(now, each).flatMap(addressesOf))
      kit.store.send({ type: 'onramp/forgotten', kept, families })
      break
    }
  }
}

/** Coins arrived: refetches the account's data, and again once indexers have caught up. */
function showArrival(kit: Kit, now: State, orderId: string): void {
  const purchase = findPurchase(now.onramp, orderId)
  if (!purchase) return
  const { networkId, order } = purchase
  const { address, asset } = order
  const meant = { to: address, amount: order.gets ?? '0', symbol: asset.symbol, decimals: asset.decimals }
  const moved = { networkId, from: address, meant: { ...meant, ...(asset.address ? { token: asset.address } : {}) } }
  const refresh = () =>
    void import('../features/transactions/transactionTracking.ts').then(
      (m) => (kit.isDisposed ? undefined : m.transactionTracking.refreshBalances(kit, moved)),
      (e) => kit.ports.log.info('Could not fetch code to refresh balances', e),
    )
  refresh()
  kit.endWith(kit.ports.clock.after(indexedMs, refresh))
}
