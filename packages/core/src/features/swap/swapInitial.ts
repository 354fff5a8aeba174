import type { Swap } from './swap.ts'

/** Where the form begins; apart from its reducer, because every page carries it. */
export const swapInitial: Swap = { draft: { amount: '' }, attempt: { phase: 'idle' } }
