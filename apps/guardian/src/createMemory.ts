import { createHash } from 'node:crypto'

const activeMs = 30 * 86_400_000

/** What is kept over a restart. */
export type Kept<T> = { since: number; marks: [string, number][]; held: T[] }
export type Memory<T> = {
  /** The devices that the person has approved and that have to wait, by their ids. */
  held: Map<string, T>
  markActive(walletId: string): void
  /** Whether a device of the wallet was in use in the last 30 days, or may have been. */
  wasActive(walletId: string): boolean
  tell(): Kept<T>
}

/**
 * What the guardian knows for itself: which wallets were in use, by a hash of their names, and the devices that wait. What it does not know
 * counts as in use: a new memory, or one that a flood has cut short, lets no one through sooner.
 */
export function createMemory<T extends { id: string }>(
  now: () => number,
  kept?: Kept<T>,
  mostMarks = 1_000_000,
): Memory<T> {
  let since = kept?.since ?? now()
  const marks = new Map(kept?.marks)
  const held = new Map((kept?.held ?? []).map((each) => [each.id, each]))
  const nameOf = (walletId: string) => createHash('sha256').update(walletId).digest('base64url')
  return {
    held,
    markActive(walletId) {
      const name = nameOf(walletId)
      // Who came last stands last, so that the first are those to forget.
      marks.delete(name)
      marks.set(name, now())
      if (marks.size <= mostMarks) return
      marks.delete(marks.keys().next().value!)
      since = now()
    },
    wasActive(walletId) {
      const from = now() - activeMs
      return since > from || (marks.get(nameOf(walletId)) ?? 0) > from
    },
    tell() {
      for (const [name, at] of marks) if (at <= now() - activeMs) marks.delete(name)
      return { since, marks: [...marks], held: [...held.values()] }
    },
  }
}
