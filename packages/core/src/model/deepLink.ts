/** A wallet's app: its URL for later requests, and its name. */
export type DeepLink = { href: string; name: string }
