import type { Namespace } from '@billfold/protocol/caip'
import { createStore } from './createStore.ts'

/** The addresses the visitor connected, by family, for the parts of the page that can use them and live without the kit. */
export const connectedAccounts = createStore<Readonly<Partial<Record<Namespace, string>>>>({})
