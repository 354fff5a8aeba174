import type { State } from '../../model/state.ts'

const lateMs = 600_000

/** Whether a wallet just sent something, or holds a request and may: “nothing was sent” is then uncertain. */
export const mayHaveSent = ({ send, swap, transactions }: State, now: number): boolean =>
  Boolean(send.held || swap.held) || transactions.some((t) => t.status === 'pending' || now - t.sentAt < lateMs)
