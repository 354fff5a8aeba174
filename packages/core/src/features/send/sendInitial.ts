import type { Send } from './send.ts'

/** Where the form begins; apart from its reducer, because every page carries it. */
export const sendInitial: Send = { draft: { amount: '', to: '' }, attempt: { phase: 'idle' } }
