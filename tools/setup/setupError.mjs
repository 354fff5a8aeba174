/** A reason why set-up cannot go on that the reader can act on: one sentence, printed without a stack. */
export class SetupError extends Error {
  name = 'SetupError'
}
