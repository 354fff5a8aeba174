/** A problem that the person who starts the network must fix; the message is one sentence that names it. */
export class StartError extends Error {
  override name = 'StartError'
}
