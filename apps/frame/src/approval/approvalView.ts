/** A value with its name: an address is drawn whole, in groups. */
export type ViewRow = { label: string; value: string; kind: 'address' | 'text' | 'code'; isUnverified?: boolean }

/** One thing that happens, in words, and who and what it is about. */
export type ViewLine = { text: string; tone?: 'caution' | 'danger'; rows: ViewRow[]; isUnverified?: boolean }

/** What a balance loses or gains; `isUnverified` marks what a single server says, here and in lines. */
export type ViewChange = { isGain: boolean; amount: string; unit: string; note?: string; isUnverified?: boolean }

/** A request as a person decides on it: words, amounts and addresses, in the language of the page. */
export type ApprovalView = {
  title: string
  /** The network's name; absent where none is involved. */
  network?: string
  /** True where a server names the network. */
  isNetworkUnverified?: boolean
  account: string
  changes: ViewChange[]
  lines: ViewLine[]
  /** A text that is signed as it stands. */
  message?: string
  /** What it costs at most, and other lesser things. */
  rows: ViewRow[]
  /** All that is signed, for who wants to read it. */
  details: ViewRow[]
  /** Why one press is not enough, in whole sentences: shown in red above the buttons, and confirmed by a press of its own before any approval. */
  mustConfirm?: readonly string[]
  /** Why it cannot be approved, if it cannot. */
  obstacle?: string
  approveLabel: string
}

/** A request that was read: what is shown, and what a yes does. `signal` says that the page no longer wants it. */
export type ReadRequest = {
  view: ApprovalView
  /** A sign-in to the very page that asks, and nothing else. */
  isOwnSignIn?: boolean
  finish(signal: AbortSignal): Promise<unknown>
}
