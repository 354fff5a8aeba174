import { createStore } from './createStore.ts'

/** The EVM address the visitor connected, for the parts of the page that can use it and live without the kit. */
export const connectedAccount = createStore<string | null>(null)
