import type { State } from '../../store.ts'

const lateMs = 600_000

/** Whether a wallet has just sent something, or holds a request and may: then no one may be told that nothing was sent. */
export const mayHaveSent = ({ send, swap, transactions }: State, now: number): boolean =>
  Boolean(send.held || swap.held) || transactions.some((t) => t.status === 'pending' || now - t.sentAt < lateMs)
