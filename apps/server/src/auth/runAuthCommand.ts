import { type CaipAddress, networkOf, parseCaipAddress } from '@billfold/protocol/caip'
import { KitError } from '@billfold/protocol/error'
import { readConfig } from '../config.ts'
import { ensureSchema } from '../db/ensureSchema.ts'
import { openDatabase, waitForDatabase } from '../db/openDatabase.ts'
import { loadSettings } from '../process/loadSettings.ts'
import { StartupError } from '../process/startupError.ts'
import type { Db } from './authDeps.ts'
import { type AuthKeyring, createAuthKeyring } from './createAuthKeyring.ts'
import { makeKey, readKeys, revokeKey } from './createAuthKeys.ts'
import { readAuthSecrets } from './readAuthSecrets.ts'
import { resealAuth } from './resealAuth.ts'

const help = `Sign-in with a wallet: its keys, and what is kept of a person.

  node apps/server/src/auth/main.ts keys             the keys whose tokens hold, and which of them signs
  node apps/server/src/auth/main.ts rotate           makes the next key; it signs in ten minutes, the old one's tokens last out
  node apps/server/src/auth/main.ts revoke <key id>  for a key that others may have: its tokens are refused within 30 seconds
  node apps/server/src/auth/main.ts erase <account>  signs an address out everywhere and deletes what is kept of it, on every chain
                                                     of its family; an account is eip155:1:0x71C7656EC7ab88b098defB751B7401B5f6d8976F
  node apps/server/src/auth/main.ts reseal           seals everything again with the first key of seal-keys, so that the others can go

DATABASE_URL says which database, AUTH_SECRETS where the servers' secrets are.`

type Deps = { db: Db; keyring: AuthKeyring; now: () => Date; tokenSeconds: number }
type Command = (deps: Deps, what: string) => Promise<string>

const commands: Record<string, { needs?: string; run: Command }> = {
  keys: { run: listKeys },
  rotate: {
    run: async (deps) => {
      await makeKey(deps, 'ahead')
      return listKeys(deps)
    },
  },
  revoke: {
    needs: 'the id of a key',
    run: async (deps, kid) => {
      if (!(await revokeKey(deps, kid))) throw new StartupError(`Key not found: ${kid}. Run keys to list them.`)
      return listKeys(deps)
    },
  },
  reseal: { run: async (deps) => `${await resealAuth(deps)} row(s) re-encrypted.` },
  erase: { needs: 'an account', run: (deps, account) => erase(deps, account) },
}

async function listKeys({ db, now }: Deps): Promise<string> {
  const at = now()
  const keys = await readKeys(db, at)
  const signing = keys.find(({ signsAt }) => signsAt <= at)
  const lines = keys.map(({ kid, signsAt, endsAt }) => {
    if (signsAt > at) return `${kid}  signs from ${signsAt.toISOString()}`
    const since = `signed since ${signsAt.toISOString()}`
    return `${kid}  ${kid === signing?.kid ? 'signs now, ' : ''}${since}${endsAt ? `, its tokens end ${endsAt.toISOString()}` : ''}`
  })
  return lines.length > 0 ? lines.join('\n') : 'No keys yet: the server creates one on startup.'
}

/** Deletes an address's sign-ins and its metadata on all sites. */
async function erase({ db, keyring }: Deps, account: string): Promise<string> {
  const { address } = parseCaipAddress(account)
  const index = keyring.addressIndex(networkOf(account as CaipAddress), address)
  const [signIns, metadata] = await db
    .transaction()
    .execute(async (tx) => [
      await tx.deleteFrom('auth_sign_ins').where('address_index', '=', index).executeTakeFirst(),
      await tx.deleteFrom('auth_metadata').where('address_index', '=', index).executeTakeFirst(),
    ])
  return `Deleted ${signIns!.numDeletedRows} sign-in(s) and ${metadata!.numDeletedRows} set(s) of metadata. Access tokens that are out end within minutes.`
}

/** Runs the operator's sign-in command, and returns its output. */
export async function runAuthCommand(args: string[], env: NodeJS.ProcessEnv, now = () => new Date()): Promise<string> {
  const [name, what, ...rest] = args
  if (!name || args.includes('--help')) return help
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) throw new StartupError(`Unknown command ${name}: try --help.`)
  if (command.needs && !what) throw new StartupError(`${name} needs ${command.needs}: try --help.`)
  if (rest.length > 0 || (what && !command.needs)) throw new StartupError(`Too many arguments for ${name}: try --help.`)
  const { database: settings, auth, migrates } = readConfig(loadSettings('server', env).values)
  if (!auth) throw new StartupError('AUTH_SECRETS must be the directory that the servers use.')
  const keyring = createAuthKeyring(readAuthSecrets(auth.secretsDir))
  const database = openDatabase(settings)
  try {
    await waitForDatabase(database, settings.url, console.error)
    await ensureSchema(database, { migrates })
    const deps = { db: database.db, keyring, now, tokenSeconds: auth.accessSeconds }
    return await command.run(deps, what ?? '')
  } catch (e) {
    throw e instanceof KitError ? new StartupError(e.message) : e
  } finally {
    await database.close()
  }
}
