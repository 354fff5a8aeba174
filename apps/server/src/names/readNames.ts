import { privateKeyToAccount } from 'viem/accounts'
import { readKey } from '../process/readKey.ts'
import { StartupError } from '../process/startupError.ts'

/** Reads the operator's parent name, and the key that the on-chain resolver trusts; off without both. */
export function readNames(env: NodeJS.ProcessEnv) {
  const parent = env.NAMES_PARENT
  const key = readKey('NAMES_KEY_FILE', env.NAMES_KEY_FILE)
  if (!parent && !key) return undefined
  if (!parent || !key) throw new StartupError('NAMES_PARENT and NAMES_KEY_FILE must be set together.')
  if (!/^[a-z0-9-]{3,63}(\.[a-z0-9-]{2,63})+$/.test(parent))
    throw new StartupError('NAMES_PARENT must be a name like example.eth.')
  return { parent, signer: privateKeyToAccount(key) }
}
