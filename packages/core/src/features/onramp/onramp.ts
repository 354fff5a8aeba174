import type { OnrampAsset, OnrampOrder, OnrampStatus } from '@billfold/protocol/api/onramp'
import type { CaipNetworkId, Namespace } from '@billfold/protocol/caip'
import type { ErrorCode } from '@billfold/protocol/error'
import { addressKey, sameAddress } from '@billfold/protocol/sameAddress'
import type { Event } from '../../store.ts'
import type { AmountEntry } from '../amount/editAmount.ts'

/** What the visitor is filling in; the amount is the money that is paid. */
export type BuyDraft = AmountEntry & {
  /** Absent until chosen: then it is the first that is sold on the network. */
  asset?: OnrampAsset | undefined
  currency?: string | undefined
  /** The offer chosen by hand, `provider/method`; else the best. */
  offer?: string | undefined
  /** How much is missing elsewhere, in smallest units of the asset: less would not help. */
  lacks?: string | undefined
  /** What that costs was filled in: from then on the amount is the visitor's. */
  isFilled?: true | undefined
  /** No one sells as little as is missing: the least that was filled in instead. */
  least?: string | undefined
}

/** One purchase: what the server last said of it, and where it is paid. */
export type Purchase = { order: OnrampOrder; networkId: CaipNetworkId; providerName: string; url: string }

/** Why an order did not come about; `mismatch` is one for someone or something else, `unsafe` a page that no one should pay on. */
export type BuyTrouble = ErrorCode | 'mismatch' | 'unsafe'

export type Onramp = {
  draft: BuyDraft
  attempt: { phase: 'idle' } | { phase: 'opening'; offer: string } | { phase: 'failed'; trouble: BuyTrouble }
  /** Newest first. */
  purchases: readonly Purchase[]
  /** Where the visitor lives, ISO 3166 in two letters, once they were asked. */
  country?: string | undefined
  /** And in which state of it, where offers depend on that: `NY`. */
  subdivision?: string | undefined
}

export type OnrampEvent =
  /** A way to buy was taken. */
  | { type: 'onramp/opened' }
  | { type: 'onramp/helpClicked' }
  | { type: 'onramp/edited'; change: Partial<BuyDraft> }
  /** Something is missing in another form; what was filled in here is of no use for it. */
  | { type: 'onramp/wanted'; asset: OnrampAsset; lacks?: string | undefined }
  | { type: 'onramp/countryChosen'; country: string; subdivision?: string | undefined }
  | { type: 'onramp/providerChosen'; provider: string; offer: string }
  | { type: 'onramp/ordered'; purchase: Purchase }
  | { type: 'onramp/failed'; trouble: BuyTrouble }
  /** What the server says of an order now. */
  | { type: 'onramp/told'; order: OnrampOrder }
  /** What another tab of the site keeps. */
  | { type: 'onramp/heard'; purchases: readonly Purchase[] }
  /** Wallets have left: only what these accounts, and these families, bought is still known. */
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

/** Nothing more is to come. */
export const isEnded = ({ status }: Pick<OnrampOrder, 'status'>): boolean => steps[status] === 3

/** Keeps the form, how far opening the payment page is, and what was bought. */
export function reduceOnramp(state: Onramp | undefined = onrampInitial, e: Event): Onramp {
  switch (e.type) {
    case 'onramp/edited':
      // An amount that is filled in for the visitor replaces the text that the visitor wrote.
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

/** An order goes on or ends, and never back: an answer that was overtaken is not news. */
export function isLater(now: OnrampOrder, before: OnrampOrder): boolean {
  // Anyone who paid in the last moment has paid, though the order had expired.
  if (now.status === 'expired') return before.status === 'created'
  if (before.status === 'expired') return now.status !== 'created'
  const passedMs = Date.parse(now.changedAt) - Date.parse(before.changedAt)
  // A page that refused one card may take another; of two answers about the same order the newer one holds.
  if (before.status === 'failed') return passedMs > 0 && now.status !== 'created'
  if (isEnded(before) || (now.status === 'failed' && passedMs < 0)) return false
  const [step, last] = [steps[now.status], steps[before.status]]
  return step > last || (step === last && JSON.stringify(now) !== JSON.stringify(before))
}

/** Both lists, each order once as far as it is known to have come, newest first. */
function merged(one: readonly Purchase[], other: readonly Purchase[]): readonly Purchase[] {
  const all = new Map(one.map((each) => [each.order.id, each]))
  for (const each of other) {
    const known = all.get(each.order.id)
    if (!known || isLater(each.order, known.order)) all.set(each.order.id, each)
  }
  const list = [...all.values()].sort((a, b) => Date.parse(b.order.madeAt) - Date.parse(a.order.madeAt))
  return list.filter(({ order }, at) => at < maxPurchases || !isEnded(order))
}

/** A purchase by its order. */
export const findPurchase = (state: Onramp | undefined, orderId: string): Purchase | undefined =>
  state?.purchases.find(({ order }) => order.id === orderId)

/** What an account bought, on whichever network of its family. */
export const purchasesOf = (
  state: Onramp | undefined,
  { namespace, address }: { namespace: Namespace; address: string },
): readonly Purchase[] =>
  state?.purchases.filter(
    ({ networkId, order }) =>
      networkId.startsWith(`${namespace}:`) && addressKey(namespace, order.address) === addressKey(namespace, address),
  ) ?? []
