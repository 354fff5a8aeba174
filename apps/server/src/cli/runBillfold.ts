import { StartupError } from '../process/startupError.ts'
import { runProjectCommand } from '../projects/runProjectCommand.ts'
import { backupCommand } from './backup/backupCommand.ts'
import { restoreCommand } from './backup/restoreCommand.ts'
import type { Command } from './command.ts'
import { doctorCommand } from './doctor/doctorCommand.ts'
import { initCommand } from './init/initCommand.ts'
import { migrateCommand } from './migrateCommand.ts'
import { verifyCommand } from './verify/verifyCommand.ts'

const help = `billfold: one command for operators.

  billfold init [--domain <domain>] …    writes a settings file with secrets (--help lists its flags)
  billfold doctor [--mail-to <address>] [--json]
                                         checks every setting and what it leads to; exit code 1 if something fails
  billfold migrate [--check]             brings the database up to date; --check lists what is missing
  billfold backup --to <file> [--key-file <file>]
                                         database and secrets in one archive
  billfold restore <file> [--key-file <file>] [--settings-to <file>]
                                         into an empty database
  billfold projects …                    who may call (billfold projects --help)
  billfold verify <origin> --manifest <file> [--project <id>] [--may-call <origins>]
                                         compares what a frame's server sends with its release

Settings come from the environment and from the file that --settings or BILLFOLD_SETTINGS names: docs/settings.md.`

const projectsCommand: Command = async ({ args, env, print }) => {
  print(await runProjectCommand(args, env))
  return 0
}

const commands: Record<string, Command> = {
  init: initCommand,
  doctor: doctorCommand,
  migrate: migrateCommand,
  backup: backupCommand,
  restore: restoreCommand,
  projects: projectsCommand,
  verify: verifyCommand,
}

/** Runs `billfold <command> …`; resolves with the exit code, and throws a StartupError with one sentence. */
export async function runBillfold(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  print: (line: string) => void = console.log,
): Promise<number> {
  const { rest, settings } = takeSettings(args)
  const [name, ...own] = rest
  if (!name || name === '--help' || name === 'help') {
    print(help)
    return 0
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) throw new StartupError(`Unknown command ${name}: try billfold --help.`)
  if (own.includes('--help') && name !== 'projects' && name !== 'init') {
    print(help)
    return 0
  }
  return command({ args: own, env: settings === undefined ? env : { ...env, BILLFOLD_SETTINGS: settings }, print })
}

/** `--settings <file>`, wherever it stands. */
function takeSettings(args: readonly string[]): { rest: string[]; settings: string | undefined } {
  const at = args.indexOf('--settings')
  if (at === -1) return { rest: [...args], settings: undefined }
  const settings = args[at + 1]
  if (!settings) throw new StartupError('--settings needs the path of a settings file.')
  return { rest: args.toSpliced(at, 2), settings }
}
