import { hash } from 'node:crypto'
import { encodeBase58 } from '@billfold/protocol/base58'

/** How long a slot lasts. */
export const slotMs = 400
/** The number of blocks for which a blockhash stays valid. */
export const blockhashAge = 150
/** The number of blocks after which one is final. */
export const finalityDepth = 32

export const commitments = ['processed', 'confirmed', 'finalized'] as const
export type Commitment = (typeof commitments)[number]

type SlotClock = {
  /** The newest slot, or the newest at a commitment. */
  slot(commitment?: Commitment): number
  /** Seconds since 1970. */
  timeOf(slot: number): number
  blockhashOf(slot: number): string
  /** The slot of a blockhash that is still valid. */
  slotOf(blockhash: string): number | undefined
  /** Skips `slots` at once. */
  skip(slots: number): void
  /** The number of slots skipped. */
  skipped(): number
}

type Options = { genesisTime: number; seed: string; skipped?: number; now?: () => number }

/**
 * Slots by the wall clock, each with a block: nothing has to tick, and slots pass even while the network is down, as in
 * a real one. A slot's blockhash follows from its number, so that a transaction signed before a restart stays valid for
 * its time.
 */
export function createSlotClock({ genesisTime, seed, skipped = 0, now = Date.now }: Options): SlotClock {
  let extra = skipped
  let newest = 0
  const slot: SlotClock['slot'] = (commitment = 'confirmed') => {
    // The machine's clock may be set back; a chain never is.
    newest = Math.max(newest, Math.floor((now() - genesisTime) / slotMs) + extra)
    return commitment === 'finalized' ? Math.max(0, newest - finalityDepth) : newest
  }
  const blockhashOf = (at: number) => encodeBase58(Buffer.from(hash('sha256', `${seed}:${at}`), 'hex'))
  return {
    slot,
    timeOf: (at) => Math.floor((genesisTime + at * slotMs) / 1_000),
    blockhashOf,
    slotOf(blockhash) {
      const last = slot()
      for (let at = last; at >= Math.max(0, last - blockhashAge); at--) if (blockhashOf(at) === blockhash) return at
      return undefined
    },
    skip(slots) {
      extra += slots
    },
    skipped: () => extra,
  }
}
