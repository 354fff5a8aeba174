import type { ComponentType } from 'react'

/** What a toast says of the visitor's own transaction, once it is here: fetched before a wallet is asked, the toast never waits for it. */
export const sentWords: { now?: ComponentType<{ hash: string }> } = {}
