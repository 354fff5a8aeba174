import type { Event } from '../../store.ts'
import type { Transaction } from './transactions.ts'

/** How many of a flow's requests a wallet still holds. While there are any, nobody knows that nothing was sent. */
export type Held = { held?: number }

/** A flow's reducer that also counts what wallets hold of it, whatever becomes of its form meanwhile. */
export function countHeld<Slice extends Held>(
  kinds: readonly Transaction['kind'][],
  reduce: (state: Slice, e: Event) => Slice,
): (state: Slice, e: Event) => Slice {
  return (state, e) => {
    const next = reduce(state, e)
    const isOwn = (e.type === 'wallet/asked' || e.type === 'wallet/answered') && kinds.includes(e.kind)
    const held = (state.held ?? 0) + (isOwn ? (e.type === 'wallet/asked' ? 1 : -1) : 0)
    if ((next.held ?? 0) === held) return next
    const { held: _, ...rest } = next
    return { ...rest, ...(held > 0 ? { held } : {}) } as Slice
  }
}
