/** Something the person who starts the network must put right; the message is one sentence that says what. */
export class StartError extends Error {
  override name = 'StartError'
}
