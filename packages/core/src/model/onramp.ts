import type { OnrampAsset, OnrampOrder } from '@billfold/protocol/api/onramp'
import type { CaipNetworkId, Namespace } from '@billfold/protocol/caip'
import type { ErrorCode } from '@billfold/protocol/error'
import type { AmountEntry } from './amount.ts'

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
export type Purchase = {
  order: OnrampOrder
  networkId: CaipNetworkId
  providerName: string
  url: string
  /** The visitor took its receipt off the account; the list of purchases keeps it. */
  isDismissed?: true
}

/** Why an order failed; `mismatch`: it differs from the request; `unsafe`: its payment page is not secure. */
export type BuyError = ErrorCode | 'mismatch' | 'unsafe'

export type Onramp = {
  draft: BuyDraft
  attempt: { phase: 'idle' } | { phase: 'opening'; offer: string } | { phase: 'failed'; trouble: BuyError }
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
  | { type: 'onramp/failed'; trouble: BuyError }
  /** The server's latest status of an order. */
  | { type: 'onramp/told'; order: OnrampOrder }
  | { type: 'onramp/dismissed'; orderId: string }
  /** Another tab stored its purchases. */
  | { type: 'onramp/heard'; purchases: readonly Purchase[] }
  /** Wallets disconnected: keep only the purchases of these accounts and families. */
  | { type: 'onramp/forgotten'; kept: readonly string[]; families: readonly Namespace[] }
