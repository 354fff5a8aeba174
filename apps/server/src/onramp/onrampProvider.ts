import type { OnrampAsset, OnrampLimit, OnrampQuote, OnrampStatus } from '@billfold/protocol/api/onramp'

/** A validated purchase request: the provider offers its asset. */
export type PurchaseRequest = {
  asset: OnrampAsset
  currency: string
  method: string
  pays: string
  country: string | undefined
  /** The state, if requested: `NY`. */
  subdivision?: string | undefined
}

/** A new order, for the provider. */
export type Beginning = PurchaseRequest & {
  /** Ours for the provider: not the id, which lets anyone who knows it read the order. */
  reference: string
  address: string
  quoteId: string | undefined
  back: string | undefined
  /** The visitor's own address on the internet, where it is known: some providers insist on it. */
  ip: string | undefined
}

/** An order whose status is requested. */
export type Followed = { reference: string; providerOrder: string | null; asset: OnrampAsset }

/** A provider's report on an order, by our reference or by its own id. Unreported fields are absent. */
export type Report = {
  reference?: string | undefined
  providerOrder?: string | undefined
  status: OnrampStatus
  /** Only a notification: the status must be fetched. */
  isHint?: true | undefined
  address?: string | undefined
  /** `unknown` where it names an asset that we do not know. */
  asset?: Pick<OnrampAsset, 'chainId' | 'address'> | 'unknown' | undefined
  currency?: string | undefined
  pays?: string | undefined
  /** In smallest units, or a decimal of whole coins. */
  gets?: string | undefined
  getsDecimal?: string | undefined
  hash?: string | undefined
  reason?: string | undefined
}

/** Someone who sells coins for money. Each call has a deadline of its own; what cannot be fetched is a KitError. */
export type OnrampProvider = {
  /** Short and stable: it is in answers, in the database and in the webhook's address. */
  id: string
  name: string
  /** Where its pages are: a page anywhere else is not shown to anyone. */
  pageOrigins: readonly string[]
  /** Whether its page keeps the ordered sum. If the visitor may change it, the paid sum is reported instead. */
  fixesSum: boolean
  /** Whether what it sells, and for how much, depends on the visitor's country. */
  asksCountry?: true
  /** Countries in which it also depends on the state. */
  asksSubdivisionIn?: readonly string[]
  /** How long an order can be paid for, at most; after that it has expired. */
  lifeMs: number
  offers(
    country: string | undefined,
    signal: AbortSignal,
    subdivision?: string,
  ): Promise<{ assets: OnrampAsset[]; limits: OnrampLimit[] }>
  quote(wish: PurchaseRequest, signal: AbortSignal): Promise<Omit<OnrampQuote, 'provider'>>
  begin(
    order: Beginning,
    signal: AbortSignal,
  ): Promise<{ url: string; providerOrder?: string | undefined; gets?: string | undefined }>
  /** The status of an order; undefined if the provider does not know it (yet). */
  status(order: Followed, signal: AbortSignal): Promise<Report | undefined>
  /** Parses a webhook; throws `unauthorized` if the provider did not sign it. Absent if it sends none. */
  readWebhook?(headers: Headers, body: Uint8Array): Report[]
}
