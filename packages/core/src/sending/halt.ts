import type { Mismatch } from '../features/swap/mismatch.ts'

/** A step that must not be taken, and why: the one way in which a flow stops by itself. */
export class Halt<Trouble extends string = string> extends Error {
  readonly trouble: Trouble
  /** What is not as it was shown, where that is why. */
  readonly mismatch: Mismatch | undefined
  constructor(trouble: Trouble, message: string, mismatch?: Mismatch) {
    super(message)
    this.trouble = trouble
    this.mismatch = mismatch
  }
}
