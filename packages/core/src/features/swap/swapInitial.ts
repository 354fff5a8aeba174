import type { Swap } from '../../model/swap.ts'

/** The initial form; separate from its reducer, because every page loads it. */
export const swapInitial: Swap = { draft: { amount: '' }, attempt: { phase: 'idle' } }
