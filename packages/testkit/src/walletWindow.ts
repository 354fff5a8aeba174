/** The part of a window that the wallet uses: events, and in a page also the document and `ethereum`. */
export type WalletWindow = Pick<EventTarget, 'addEventListener' | 'removeEventListener' | 'dispatchEvent'> & {
  /** Where the page is; its origin is shown to the person. */
  readonly location?: { readonly origin: string }
  /** Where the confirmation window is drawn; without it the policy `'ask'` cannot be used. */
  readonly document?: Document
  /** The window's own event class, where it differs from the global one. */
  readonly CustomEvent?: typeof CustomEvent
}

/** A CustomEvent of the window's own realm: jsdom and frames refuse those of another. */
export function customEvent(window: WalletWindow, name: string, detail?: unknown): Event {
  const Constructor = window.CustomEvent ?? CustomEvent
  return new Constructor(name, { detail })
}
