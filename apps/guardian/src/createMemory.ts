import type { TicketKeys } from '@billfold/protocol/embedded/guardianTicket'
import { createPins, nameOf, type Pin, type Pins } from './createPins.ts'

const activeMs = 30 * 86_400_000

/** The memory file's content. */
export type StoredMemory<T> = {
  since: number
  marks: [string, number][]
  held: T[]
  pins: [string, Pin][]
  ticketKeys?: TicketKeys | undefined
}
export type Memory<T> = {
  /** Approved devices whose delay runs, by ID. */
  held: Map<string, T>
  pins: Pins
  /** The API's ticket keys, for while the API is down. */
  ticketKeys: TicketKeys | undefined
  markActive(walletId: string): void
  /** Whether a device of the wallet was in use in the last 30 days, or may have been. */
  wasActive(walletId: string): boolean
  list(): StoredMemory<T>
}

/**
 * The guardian's own knowledge: each wallet's owner, recent use, and held devices. An unknown wallet counts as in use, so that a new memory,
 * or one that a flood has cut short, lets no one through sooner.
 */
export function createMemory<T extends { id: string }>(
  now: () => number,
  kept?: Partial<StoredMemory<T>>,
  maxMarks = 1_000_000,
): Memory<T> {
  let since = kept?.since ?? now()
  const marks = new Map(kept?.marks)
  const held = new Map((kept?.held ?? []).map((each) => [each.id, each]))
  const memory: Memory<T> = {
    held,
    pins: createPins(now, kept?.pins),
    ticketKeys: kept?.ticketKeys,
    markActive(walletId) {
      const name = nameOf(walletId)
      // Newest last, so that the oldest are dropped first.
      marks.delete(name)
      marks.set(name, now())
      if (marks.size <= maxMarks) return
      marks.delete(marks.keys().next().value!)
      since = now()
    },
    wasActive(walletId) {
      const from = now() - activeMs
      return since > from || (marks.get(nameOf(walletId)) ?? 0) > from
    },
    list() {
      for (const [name, at] of marks) if (at <= now() - activeMs) marks.delete(name)
      const { pins, ticketKeys } = memory
      return { since, marks: [...marks], held: [...held.values()], pins: pins.list(), ticketKeys }
    },
  }
  return memory
}
