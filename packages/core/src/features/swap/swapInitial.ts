import type { Swap } from './swap.ts'

/** The initial form; separate from its reducer, because every page loads it. */
export const swapInitial: Swap = { draft: { amount: '' }, attempt: { phase: 'idle' } }
