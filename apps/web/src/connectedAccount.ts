import { createStore } from './createStore.ts'

/** The address the visitor connected, for the parts of the page that can use it. */
export const connectedAccount = createStore<string | null>(null)
