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
  /** Our reference for the provider: not the id, which is a credential for reading the order. */
  reference: string
  address: string
  quoteId: string | undefined
  back: string | undefined
  /** The visitor's own IP address, if known: some providers require it. */
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
  /** `unknown` if it names an asset that we do not know. */
  asset?: Pick<OnrampAsset, 'chainId' | 'address'> | 'unknown' | undefined
  currency?: string | undefined
  pays?: string | undefined
  /** In smallest units, or a decimal of whole coins. */
  gets?: string | undefined
  getsDecimal?: string | undefined
  hash?: string | undefined
  reason?: string | undefined
}

/** A seller of coins. Each call has its own deadline; failures are KitErrors. */
export type OnrampProvider = {
  /** Short and stable: it is in responses, in the database and in the webhook's URL. */
  id: string
  name: string
  /** The origins of its pages: any other page is rejected. */
  pageOrigins: readonly string[]
  /** Whether its page keeps the ordered sum. If the visitor may change it, the paid sum is reported instead. */
  fixesSum: boolean
  /** Whether its assets and prices depend on the visitor's country. */
  asksCountry?: true
  /** Countries in which they also depend on the state. */
  asksSubdivisionIn?: readonly string[]
  /** How long an order can be paid; after that it expires. */
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
