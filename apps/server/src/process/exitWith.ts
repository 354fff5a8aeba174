import { StartupError } from './startupError.ts'

/** Ends the process: a StartupError as its sentence, anything else (our own bug) with its stack. */
export function exitWith(e: unknown): never {
  if (e instanceof StartupError) console.error(e.message)
  else console.error(e)
  process.exit(1)
}
