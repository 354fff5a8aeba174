import type { ComponentType } from 'react'

/**
 * The toast content of the visitor's own transaction, once it has loaded: it loads before the wallet prompt, so the
 * toast never waits for it.
 */
export const sentWords: { now?: ComponentType<{ hash: string }> } = {}
