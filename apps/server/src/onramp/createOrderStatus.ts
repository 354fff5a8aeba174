import { KitError } from '@billfold/protocol/error'
import type { Log } from '../log/createLog.ts'
import { isFinal, isRefused } from './applyReport.ts'
import type { OrderRow, Orders } from './createOrders.ts'
import type { OnrampProvider, Report } from './onrampProvider.ts'

type Parts = {
  orders: Orders
  findProvider: (id: string) => OnrampProvider | undefined
  log: Log
  now: () => Date
}

/** Minimum time between two status requests for an order, however many callers. */
const lookMs = 3_000
/** How long an expired or failed order may still be paid. */
const lateMs = 24 * 3_600_000

/** Keeps the status of orders: applies providers' reports, and fetches one when an order is read. */
export function createOrderStatus({ orders, findProvider, log, now }: Parts) {
  async function take(provider: OnrampProvider, report: Report): Promise<void> {
    const change = await orders.apply(provider.id, report, provider.fixesSum)
    if (change === 'unknown') log.info({ provider: provider.id }, 'on-ramp webhook for an unknown order')
    else if (change?.mismatch)
      log.error({ provider: provider.id, differs: change.mismatch }, 'on-ramp provider reports a different order')
  }

  /**
   * Fetches the status of an order from a webhook. Throws if the provider is unavailable, so that it resends the
   * webhook.
   */
  async function ask(provider: OnrampProvider, reference: string, signal: AbortSignal): Promise<Report | undefined> {
    const row = await orders.findByReference(provider.id, reference)
    if (!row || (isFinal(row.status) && !isOpenAgain(row))) return undefined
    const { provider_order: providerOrder, asset } = row
    const report = await provider.status({ reference, providerOrder, asset }, signal)
    return report && { ...report, reference }
  }

  async function hasFailed(provider: OnrampProvider, { reference, status }: Report): Promise<boolean> {
    if (reference === undefined || status === 'failed') return false
    return (await orders.findByReference(provider.id, reference))?.status === 'failed'
  }

  /** Whether a provider may still report on an order: for a day even on an expired or declined one. */
  const mayChange = (row: OrderRow) =>
    isOpenAgain(row) ? now().getTime() - row.made_at.getTime() < lateMs : !isFinal(row.status)

  /** Refreshes an order's status, unless that just happened. An unavailable provider changes nothing. */
  async function look(row: OrderRow, signal: AbortSignal): Promise<OrderRow> {
    const provider = findProvider(row.provider)
    if (!mayChange(row) || !provider || !(await orders.takeLook(row.id, lookMs))) return row
    const { reference, provider_order: providerOrder, asset } = row
    try {
      const report = await provider.status({ reference, providerOrder, asset }, signal)
      if (report) await take(provider, { ...report, reference, providerOrder: undefined })
      else if (row.status === 'created' && now().getTime() - row.made_at.getTime() > provider.lifeMs)
        await take(provider, { reference, status: 'expired' })
    } catch (e) {
      if (signal.aborted) throw e
      log.warn({ provider: provider.id, code: KitError.from(e).code }, 'on-ramp provider unavailable')
    }
    return (await orders.find(row.id)) ?? row
  }

  return { take, ask, hasFailed, look }
}

const isOpenAgain = (row: OrderRow): boolean => row.status === 'expired' || isRefused(row)
