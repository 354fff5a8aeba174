import type { Namespace } from '@billfold/protocol/caip'
import { createStore } from './createStore.ts'

/** The addresses that the visitor connected, by family, for parts of the page that work without the kit. */
export const connectedAccounts = createStore<Readonly<Partial<Record<Namespace, string>>>>({})
