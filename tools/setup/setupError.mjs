/** A reason why set-up cannot continue and that the reader can fix: one sentence, printed without a stack. */
export class SetupError extends Error {
  name = 'SetupError'
}
