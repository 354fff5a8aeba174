/** The state needed to return to an earlier time, or to continue after a restart. */
export type ClockState = { offset: number; next: number | undefined }

/**
 * The timestamp of the next block. During set-up, time is the previous block's plus one second, so that every start
 * gives the same hashes; after that it is the wall clock plus the time that tests have travelled.
 */
export function createChainClock(wallClock: () => number) {
  let state: ClockState = { offset: 0, next: undefined }
  let inSetup = true
  const now = () => wallClock() + state.offset

  return {
    nextTimestamp(head: number, stride = 0): number {
      if (state.next !== undefined) return state.next
      if (inSetup) return head + 1 + state.offset
      // Even steps of interval mining let the journal store a run of empty blocks as a count.
      if (stride > 0 && Math.abs(head + stride - now()) <= 1) return head + stride
      return Math.max(now(), head + 1)
    },
    /** Continues from a block whose timestamp the caller set; an ordinary block changes nothing. */
    blockMined(head: number, leapt: boolean): void {
      if (inSetup) state = { offset: 0, next: undefined }
      else state = { offset: leapt || state.next !== undefined ? head - wallClock() : state.offset, next: undefined }
    },
    increase(seconds: number): number {
      state = { ...state, offset: state.offset + seconds }
      return state.offset
    },
    setNext(timestamp: number): void {
      state = { ...state, next: timestamp }
    },
    endSetup(): void {
      inSetup = false
    },
    get inSetup() {
      return inSetup
    },
    save: (): ClockState => state,
    restore(saved: ClockState): void {
      state = saved
    },
  }
}
