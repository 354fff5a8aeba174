import type { OnrampOrder } from '@billfold/protocol/api/onramp'
import type { CaipNetworkId } from '@billfold/protocol/caip'
import type { Kit } from '../../kit.ts'
import type { Onramp, Purchase } from '../../model/onramp.ts'
import type { Stop } from '../../ports/clock.ts'
import { isPaymentPage } from './isPaymentPage.ts'
import { onrampInitial } from './onramp.ts'
import { purchasesKey } from './purchasesKey.ts'

type StoredPurchase = Omit<Purchase, 'networkId'>
const statuses: Readonly<Record<OnrampOrder['status'], true>> = {
  created: true,
  paid: true,
  sent: true,
  settled: true,
  failed: true,
  expired: true,
}
const isText = (value: unknown, most = 400): value is string => typeof value === 'string' && value.length <= most
const isTextOrNull = (value: unknown): boolean => value === null || isText(value)
const isMoney = (value: unknown): boolean => isText(value, 20) && /^\d+(\.\d+)?$/.test(value)
const isUnits = (value: unknown): boolean => isText(value, 78) && /^\d+$/.test(value)

/** Purchases stored by an earlier page or another tab, by account; drops invalid ones. */
function readPurchases(text: string | undefined): readonly Purchase[] {
  try {
    return Object.values(JSON.parse(text ?? '{}') as Record<string, StoredPurchase[]>)
      .flat()
      .filter(isKept)
      .map(({ order, providerName, url, isDismissed }) => ({
        order,
        providerName,
        url,
        ...(isDismissed === true ? { isDismissed } : {}),
        networkId: order.asset.chainId as CaipNetworkId,
      }))
  } catch {
    // Corrupt, or from another version.
    return []
  }
}

function isKept({ order, providerName, url }: StoredPurchase): boolean {
  const { asset } = order
  return (
    isText(providerName, 80) &&
    isText(url, 4096) &&
    isPaymentPage(url) &&
    [order.id, order.provider, order.address, order.currency, asset.symbol, asset.name].every((one) => isText(one)) &&
    /^[A-Z]{3}$/.test(order.currency) &&
    /^[-a-z0-9]{3,8}:[-\w]{1,32}$/.test(asset.chainId) &&
    Number.isInteger(asset.decimals) &&
    asset.decimals >= 0 &&
    asset.decimals <= 77 &&
    [asset.address, order.hash, order.reason].every(isTextOrNull) &&
    Object.hasOwn(statuses, order.status) &&
    isMoney(order.pays) &&
    (order.gets === null || isUnits(order.gets)) &&
    [order.madeAt, order.changedAt].every((one) => Number.isFinite(Date.parse(one)))
  )
}

/** The text to store; undefined removes it. */
function write(purchases: readonly Purchase[]): string | undefined {
  const all: Record<string, StoredPurchase[]> = {}
  for (const { networkId, ...rest } of purchases) {
    const account = `${networkId}:${rest.order.address}`
    all[account] = [...(all[account] ?? []), rest]
  }
  return purchases.length > 0 ? JSON.stringify(all) : undefined
}

/** Storage key of the country: on this device only, until the visitor changes it. */
const countryKey = '@billfold/onramp_country'

/** The stored country, with the state where needed: `DE`, `US-NY`. */
function readCountry(text: string | undefined): Pick<Onramp, 'country' | 'subdivision'> {
  const [, country, subdivision] = /^([A-Z]{2})(?:-([A-Z]{2}))?$/.exec(text ?? '') ?? []
  return { country, subdivision }
}
const writeCountry = ({ country, subdivision }: Onramp) =>
  country && subdivision ? `${country}-${subdivision}` : country

/** Restores the state of an earlier page. */
export const restoreOnramp = (storage: Pick<Kit['ports']['storage'], 'get'>): Onramp => ({
  ...onrampInitial,
  purchases: readPurchases(storage.get(purchasesKey)),
  ...readCountry(storage.get(countryKey)),
})

/**
 * Stores purchases and the country on change, and applies other tabs' changes. A persisted slice would add to every
 * page.
 */
export function storePurchases({ store, ports: { storage } }: Kit): Stop {
  const stops = [
    store.subscribe((now, before) => {
      if (now.onramp && now.onramp.purchases !== before.onramp?.purchases)
        storage.set(purchasesKey, write(now.onramp.purchases))
      const country = now.onramp && writeCountry(now.onramp)
      if (now.onramp && country !== (before.onramp && writeCountry(before.onramp))) storage.set(countryKey, country)
    }),
    storage.onChange((key, text) => {
      if (key === purchasesKey) store.send({ type: 'onramp/heard', purchases: readPurchases(text) })
    }),
  ]
  return () => stops.forEach((stop) => void stop())
}
