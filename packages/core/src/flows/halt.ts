import type { Mismatch } from '../model/mismatch.ts'

/** A step that must not happen, and why: how a flow stops by itself. */
export class Halt<Trouble extends string = string> extends Error {
  readonly trouble: Trouble
  /** The difference from the review, if that is why. */
  readonly mismatch: Mismatch | undefined
  constructor(trouble: Trouble, message: string, mismatch?: Mismatch) {
    super(message)
    this.trouble = trouble
    this.mismatch = mismatch
  }
}
