import type { OnrampAsset, OnrampLimit, OnrampQuote, OnrampStatus } from '@billfold/protocol/api/onramp'

/** What someone wants to buy, looked up: the asset is one that the provider offers. */
export type PurchaseRequest = {
  asset: OnrampAsset
  currency: string
  method: string
  pays: string
  country: string | undefined
  /** The state, where it was asked: `NY`. */
  subdivision?: string | undefined
}

/** What a provider is told of an order that begins. */
export type Beginning = PurchaseRequest & {
  /** Ours for the provider: not the id, which lets anyone who knows it read the order. */
  reference: string
  address: string
  quoteId: string | undefined
  back: string | undefined
  /** The visitor's own address on the internet, where it is known: some providers insist on it. */
  ip: string | undefined
}

/** An order that a provider is asked about. */
export type Followed = { reference: string; providerOrder: string | null; asset: OnrampAsset }

/** What a provider says became of an order, by our reference or by its own name for it. What it does not say is absent. */
export type Report = {
  reference?: string | undefined
  providerOrder?: string | undefined
  status: OnrampStatus
  /** Says only that something happened: the provider is asked what. */
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
  /** Whether its page takes the sum that was ordered and no other. Where it lets the visitor choose, what they paid is told instead. */
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
  /** How an order is doing; undefined where the provider has not heard of it (yet). */
  status(order: Followed, signal: AbortSignal): Promise<Report | undefined>
  /** What a webhook says; one that the provider did not sign is `unauthorized`. Absent where it sends none. */
  readWebhook?(headers: Headers, body: Uint8Array): Report[]
}
