/** A reason not to start that the operator can act on: one sentence, printed without a stack. */
export class StartupError extends Error {
  override name = 'StartupError'
}

/** Ends the process: a StartupError as its sentence, anything else (our own bug) with its stack. */
export function exitWith(e: unknown): never {
  if (e instanceof StartupError) console.error(e.message)
  else console.error(e)
  process.exit(1)
}
