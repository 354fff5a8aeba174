/** A value with its label: an address is shown whole, in groups. */
export type ViewRow = { label: string; value: string; kind: 'address' | 'text' | 'code'; isUnverified?: boolean }

/** The description of one effect, with its addresses and values. */
export type ViewLine = { text: string; tone?: 'caution' | 'danger'; rows: ViewRow[]; isUnverified?: boolean }

/** A balance's loss or gain; `isUnverified` marks what only one server reports, here and in lines. */
export type ViewChange = { isGain: boolean; amount: string; unit: string; note?: string; isUnverified?: boolean }

/** A request as its screen shows it: words, amounts and addresses, in the page's language. */
export type ApprovalView = {
  title: string
  /** The network's name; absent if the request involves none. */
  network?: string
  /** True if a server names the network. */
  isNetworkUnverified?: boolean
  account: string
  changes: ViewChange[]
  lines: ViewLine[]
  /** A text that is signed verbatim. */
  message?: string
  /** The maximum fee, and lesser facts. */
  rows: ViewRow[]
  /** Everything that is signed, folded away. */
  details: ViewRow[]
  /** Reasons for a second confirmation, in whole sentences: shown in red above the buttons, with a press of their own before approval. */
  mustConfirm?: readonly string[]
  /** The reason that the request cannot be approved, if there is one. */
  obstacle?: string
  approveLabel: string
}

/** A request with its screen; `finish` does it after approval. `signal` aborts when the page stops waiting. */
export type DescribedRequest = {
  view: ApprovalView
  /** Signs in to the requesting page itself, and grants nothing else. */
  isOwnSignIn?: boolean
  finish(signal: AbortSignal): Promise<unknown>
}
