import type { OnrampOrder } from '@billfold/protocol/api/onramp'
import { KitError } from '@billfold/protocol/error'
import { sameAddress } from '@billfold/protocol/sameAddress'
import { retryAfterMs } from '../../api/retryAfterMs.ts'
import { pause } from '../../flows/pause.ts'
import type { Kit } from '../../kit.ts'
import type { Purchase } from '../../model/onramp.ts'
import type { Run } from '../../store/latest.ts'
import { findPurchase, isEnded, isLater } from './onramp.ts'
import { sameAsset } from './onrampProvidersQuery.ts'

const firstWaitMs = 2_000
const maxWaitMs = 30_000
/** Polling stops after this. */
const followMs = 7 * 86_400_000
/** How long an expired or failed order may still be paid. */
const lateMs = 86_400_000

/** Polls all open purchases, with backoff while nothing changes; idempotent per purchase. */
export function trackPurchases(kit: Kit): void {
  for (const { order } of kit.store.get().onramp?.purchases ?? []) {
    const key = `buy/${order.id}`
    if (mayChange(kit, order) && !kit.latest.isRunning(key)) void kit.latest(key, (run) => follow(kit, order.id, run))
  }
}

async function follow(kit: Kit, orderId: string, run: Run): Promise<void> {
  const begun = findPurchase(kit.store.get().onramp, orderId)?.order.status
  let waitMs = begun === 'expired' || begun === 'failed' ? maxWaitMs : firstWaitMs
  while (!run.signal.aborted) {
    await pause(kit, waitMs, run.signal)
    const purchase = findPurchase(kit.store.get().onramp, orderId)
    if (run.signal.aborted || !purchase || !mayChange(kit, purchase.order)) return
    try {
      const order = await kit.api.getOnrampOrder({ id: orderId }, run.signal)
      const isNews = isSame(order, purchase) && isLater(order, purchase.order)
      if (isNews) run.send({ type: 'onramp/told', order })
      waitMs = isNews ? firstWaitMs : Math.min(waitMs * 1.5, maxWaitMs)
    } catch (e) {
      const { code } = KitError.from(e)
      // The provider no longer knows the order: keep its last status.
      if (code === 'not_found') return
      kit.ports.log.info('Could not check a purchase', code)
      waitMs = Math.max(retryAfterMs(e) ?? 0, Math.min(waitMs * 2, maxWaitMs))
    }
  }
}

function mayChange(kit: Kit, order: OnrampOrder): boolean {
  const age = kit.ports.clock.now() - Date.parse(order.madeAt)
  const mayBePaid = order.status === 'expired' || order.status === 'failed'
  return mayBePaid ? age < lateMs : !isEnded(order) && age < followMs
}

/** An order's content never changes; otherwise it is a different order. */
const isSame = (order: OnrampOrder, { order: before, networkId }: Purchase): boolean =>
  order.id === before.id &&
  order.provider === before.provider &&
  order.currency === before.currency &&
  sameAsset(order.asset, before.asset) &&
  order.asset.decimals === before.asset.decimals &&
  sameAddress(networkId, order.address, before.address)
