import type { OnrampAsset, OnrampOrder, OnrampStatus } from '@billfold/protocol/api/onramp'
import type { CaipNetworkId, Namespace } from '@billfold/protocol/caip'
import type { ErrorCode } from '@billfold/protocol/error'
import { addressKey, sameAddress } from '@billfold/protocol/sameAddress'
import type { Event } from '../../store.ts'
import type { AmountEntry } from '../amount/editAmount.ts'

/** State of the form; the amount is in the currency paid. */
export type BuyDraft = AmountEntry & {
  /** Until chosen, it is the network's first. */
  asset?: OnrampAsset | undefined
  currency?: string | undefined
  /** The chosen offer, `provider/method`; defaults to the best. */
  offer?: string | undefined
  /** The amount missing in another form, in smallest units of the asset: buying less would not help. */
  lacks?: string | undefined
  /** The cost of the missing amount was filled in; from now on the amount is the visitor's. */
  isFilled?: true | undefined
  /** No provider sells as little as is missing: their minimum, filled in instead. */
  least?: string | undefined
}

/** A purchase: its last known order, and its payment page. */
export type Purchase = { order: OnrampOrder; networkId: CaipNetworkId; providerName: string; url: string }

/** Why an order failed; `mismatch`: it differs from the request; `unsafe`: its payment page is not secure. */
export type BuyTrouble = ErrorCode | 'mismatch' | 'unsafe'

export type Onramp = {
  draft: BuyDraft
  attempt: { phase: 'idle' } | { phase: 'opening'; offer: string } | { phase: 'failed'; trouble: BuyTrouble }
  /** Newest first. */
  purchases: readonly Purchase[]
  /** The visitor's country, ISO 3166 alpha-2, once given. */
  country?: string | undefined
  /** The state, if offers depend on it: `NY`. */
  subdivision?: string | undefined
}

export type OnrampEvent =
  /** The visitor opened a payment page. */
  | { type: 'onramp/opened' }
  | { type: 'onramp/helpClicked' }
  | { type: 'onramp/edited'; change: Partial<BuyDraft> }
  /** Another form lacks funds; resets the form for it. */
  | { type: 'onramp/wanted'; asset: OnrampAsset; lacks?: string | undefined }
  | { type: 'onramp/countryChosen'; country: string; subdivision?: string | undefined }
  | { type: 'onramp/providerChosen'; provider: string; offer: string }
  | { type: 'onramp/ordered'; purchase: Purchase }
  | { type: 'onramp/failed'; trouble: BuyTrouble }
  /** The server's latest status of an order. */
  | { type: 'onramp/told'; order: OnrampOrder }
  /** Another tab stored its purchases. */
  | { type: 'onramp/heard'; purchases: readonly Purchase[] }
  /** Wallets disconnected: keep only the purchases of these accounts and families. */
  | { type: 'onramp/forgotten'; kept: readonly string[]; families: readonly Namespace[] }

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
      const after: Purchase = { ...before, order: e.order }
      return { ...state, purchases: state.purchases.map((each) => (each === before ? after : each)) }
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
