/** The list that vouches for an address, and the name that it has there. */
export type KnownAddress = { name: string; listedBy: 'wallet' | 'operator'; icon: string }

/** A value with its label: an address is shown whole, in groups, with its name on a list above it. */
export type ViewRow = {
  label: string
  value: string
  kind: 'address' | 'text' | 'code'
  known?: KnownAddress
  isUnverified?: boolean
}

/** The description of one effect, with its addresses and values; `unknown` is what cannot be decoded. */
export type ViewLine = {
  text: string
  tone?: 'caution' | 'danger' | 'unknown'
  rows: ViewRow[]
  isUnverified?: boolean
}

/** A balance's loss or gain; `isUnverified` marks what only one server reports, here and in lines. */
export type ViewChange = {
  isGain: boolean
  amount: string
  unit: string
  /** The address that names the asset; shown in the details if the asset has an icon. */
  note?: string
  /** The symbol under which the wallet itself lists the asset: only those have icons. */
  icon?: string
  /** The amount is a minimum. */
  isLeast?: boolean
  isUnverified?: boolean
}

/** A request as its screen shows it: words, amounts and addresses, in the page's language. */
export type ApprovalView = {
  title: string
  /** The network's name; absent if the request involves none. */
  network?: string
  /** True if a server names the network. */
  isNetworkUnverified?: boolean
  account: string
  /** The one account or contract that the request goes to; absent if there are several. */
  target?: ViewRow
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
