import { join } from 'node:path'
import { makeSecretsDirectory, readKeys } from '../embedded/readSecrets.ts'
import { StartupError } from '../process/startupError.ts'
import type { AuthSecrets } from './createAuthKeyring.ts'

const variable = 'AUTH_SECRETS'

/**
 * Reads the secrets of sign-in from their directory, created at the first start; all servers on one database need the
 * same.
 */
export function readAuthSecrets(directory: string, { isPublic = false } = {}): AuthSecrets {
  if (!isPublic) makeSecretsDirectory(directory, variable)
  const [pepper, ...others] = readKeys(join(directory, 'pepper'), variable, { isPublic })
  if (others.length > 0) throw new StartupError(`${variable} ${join(directory, 'pepper')} must hold one key only.`)
  return { sealKeys: readKeys(join(directory, 'seal-keys'), variable, { isPublic }), pepper: pepper! }
}
