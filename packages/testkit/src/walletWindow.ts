/** The part of a window that the wallet uses: events, and in a page also the document and `ethereum`. */
export type WalletWindow = Pick<EventTarget, 'addEventListener' | 'removeEventListener' | 'dispatchEvent'> & {
  /** The page's location; the prompt shows its origin. */
  readonly location?: { readonly origin: string }
  /** The document that shows the confirmation window; the policy `'ask'` needs one. */
  readonly document?: Document
  /** The window's own event class, if it differs from the global one. */
  readonly CustomEvent?: typeof CustomEvent
}

/** A CustomEvent of the window's own realm: jsdom and frames refuse those of another. */
export function customEvent(window: WalletWindow, name: string, detail?: unknown): Event {
  const Constructor = window.CustomEvent ?? CustomEvent
  return new Constructor(name, { detail })
}
