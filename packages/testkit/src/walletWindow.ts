/** What the wallet needs of a window: events, and in a page also a document and a place for `ethereum`. */
export type WalletWindow = Pick<EventTarget, 'addEventListener' | 'removeEventListener' | 'dispatchEvent'> & {
  readonly location?: { readonly origin: string }
  readonly document?: Document
  readonly CustomEvent?: typeof CustomEvent
}

/** A CustomEvent of the window's own realm: jsdom and frames refuse those of another. */
export function customEvent(window: WalletWindow, name: string, detail?: unknown): Event {
  const Constructor = window.CustomEvent ?? CustomEvent
  return new Constructor(name, { detail })
}
