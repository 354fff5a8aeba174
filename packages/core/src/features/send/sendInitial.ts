import type { Send } from '../../model/send.ts'

/** The initial form; separate from its reducer, because every page loads it. */
export const sendInitial: Send = { draft: { amount: '', to: '' }, attempt: { phase: 'idle' } }
