import type { OnrampOrder, OnrampStatus } from '@billfold/protocol/api/onramp'
import type { Namespace } from '@billfold/protocol/caip'
import { addressKey, sameAddress } from '@billfold/protocol/sameAddress'
import type { Onramp, Purchase } from '../../model/onramp.ts'
import type { Event } from '../../model/state.ts'

export const onrampInitial: Onramp = { draft: { amount: '100' }, attempt: { phase: 'idle' }, purchases: [] }

const maxPurchases = 50
const steps: Readonly<Record<OnrampStatus, number>> = {
  created: 0,
  paid: 1,
  sent: 2,
  settled: 3,
  failed: 3,
  expired: 3,
}

/** The status is final. */
export const isEnded = ({ status }: Pick<OnrampOrder, 'status'>): boolean => steps[status] === 3

/** Stores the form, the progress of opening the payment page, and the purchases. */
export function reduceOnramp(state: Onramp | undefined = onrampInitial, e: Event): Onramp {
  switch (e.type) {
    case 'onramp/edited':
      // A filled-in amount replaces the visitor's text.
      return {
        ...state,
        draft: { ...state.draft, ...('amount' in e.change ? { written: undefined } : {}), ...e.change },
        attempt: { phase: 'idle' },
      }
    case 'onramp/wanted': {
      const { currency } = state.draft
      const amount = e.lacks === undefined ? onrampInitial.draft.amount : ''
      return { ...state, draft: { amount, asset: e.asset, lacks: e.lacks, currency }, attempt: { phase: 'idle' } }
    }
    case 'onramp/countryChosen':
      return {
        ...state,
        country: e.country,
        subdivision: e.subdivision,
        draft: { ...state.draft, offer: undefined },
        attempt: { phase: 'idle' },
      }
    case 'onramp/providerChosen':
      return { ...state, attempt: { phase: 'opening', offer: e.offer } }
    case 'onramp/failed':
      return { ...state, attempt: { phase: 'failed', trouble: e.trouble } }
    case 'onramp/ordered':
      return { ...state, attempt: { phase: 'idle' }, purchases: merged([e.purchase], state.purchases) }
    case 'onramp/told': {
      const before = findPurchase(state, e.order.id)
      if (!before || !isLater(e.order, before.order)) return state
      // News of a dismissed purchase is worth a receipt again.
      const { isDismissed: _, ...known } = before
      const after: Purchase = { ...(e.order.status === before.order.status ? before : known), order: e.order }
      return { ...state, purchases: state.purchases.map((each) => (each === before ? after : each)) }
    }
    case 'onramp/dismissed':
      return {
        ...state,
        purchases: state.purchases.map((each) => (each.order.id === e.orderId ? { ...each, isDismissed: true } : each)),
      }
    case 'onramp/heard':
      return { ...state, purchases: merged(state.purchases, e.purchases) }
    case 'onramp/forgotten': {
      const isKept = ({ order, networkId }: Purchase) =>
        e.families.some((family) => networkId.startsWith(`${family}:`)) ||
        e.kept.some((address) => sameAddress(networkId, address, order.address))
      const purchases = state.purchases.filter(isKept)
      const { country, subdivision } = state
      return purchases.length === state.purchases.length ? state : { ...onrampInitial, country, subdivision, purchases }
    }
    case 'modal/closed':
    case 'modal/wentBack':
      return state.attempt.phase === 'failed' ? { ...state, attempt: { phase: 'idle' } } : state
    default:
      return state
  }
}

/** Status only moves forward; stale responses are ignored. */
export function isLater(now: OnrampOrder, before: OnrampOrder): boolean {
  // A payment at the last moment counts, even after the order expired.
  if (now.status === 'expired') return before.status === 'created'
  if (before.status === 'expired') return now.status !== 'created'
  const passedMs = Date.parse(now.changedAt) - Date.parse(before.changedAt)
  // A payment page may accept another card after a rejection; the newer of two updates counts.
  if (before.status === 'failed') return passedMs > 0 && now.status !== 'created'
  if (isEnded(before) || (now.status === 'failed' && passedMs < 0)) return false
  const [step, last] = [steps[now.status], steps[before.status]]
  return step > last || (step === last && JSON.stringify(now) !== JSON.stringify(before))
}

/** Merges both lists, each order once in its latest status, newest first. */
function merged(one: readonly Purchase[], other: readonly Purchase[]): readonly Purchase[] {
  const all = new Map(one.map((each) => [each.order.id, each]))
  for (const each of other) {
    const known = all.get(each.order.id)
    if (!known || isLater(each.order, known.order)) all.set(each.order.id, each)
  }
  const list = [...all.values()].sort((a, b) => Date.parse(b.order.madeAt) - Date.parse(a.order.madeAt))
  return list.filter(({ order }, at) => at < maxPurchases || !isEnded(order))
}

/** Finds a purchase by its order. */
export const findPurchase = (state: Onramp | undefined, orderId: string): Purchase | undefined =>
  state?.purchases.find(({ order }) => order.id === orderId)

/** An account's purchases on all networks of its family. */
export const purchasesOf = (
  state: Onramp | undefined,
  { namespace, address }: { namespace: Namespace; address: string },
): readonly Purchase[] =>
  state?.purchases.filter(
    ({ networkId, order }) =>
      networkId.startsWith(`${namespace}:`) && addressKey(namespace, order.address) === addressKey(namespace, address),
  ) ?? []
