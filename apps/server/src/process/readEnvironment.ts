import * as z from 'zod/mini'
import { StartupError } from './startupError.ts'

/**
 * Reads a process's settings from its environment. A schema's messages say what a variable should be ("a port from 0 to
 * 65535"); the first that is wrong becomes one sentence. Values are never repeated: some of them are secrets.
 */
export function readEnvironment<T extends z.ZodMiniType>(schema: T, env: NodeJS.ProcessEnv): z.infer<T> {
  // `PORT= npm start` means "not set", as in a shell.
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const result = z.safeParse(schema, given)
  if (result.success) return result.data
  const issue = result.error.issues[0]
  throw new StartupError(`${issue?.path.join('.')} must be ${issue?.message}.`)
}
