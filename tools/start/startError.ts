/** A reason not to start that the reader can fix: one sentence, printed without a stack. */
export class StartError extends Error {
  override name = 'StartError'
}
