import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { settingsOf } from '@billfold/protocol/settings/allSettings'
import { type Program, schemaOf } from '@billfold/protocol/settings/setting'
import * as z from 'zod/mini'
import { StartupError } from '../../process/startupError.ts'
import type { Command } from '../command.ts'
import { readFlags } from '../readFlags.ts'
import { type Answers, type Draft, guardianDraft, mainDraft } from './drafts.ts'

const help = `billfold init: writes a settings file with comments, and secrets beside it. It overwrites nothing.

  --dir <folder>          where they go; /etc/billfold
  --domain <domain>       example.com: the API becomes api.example.com, and so on
  --database <url>        postgres://billfold_server:…@host/billfold
  --features <list>       wallets, sign-in, names; comma-separated, empty for none
  --node <chain>=<urls>   eip155:1=https://node.example; once per chain
  --smtp <url>            smtps://user:password@mail.example.com, for wallets
  --mail-from <sender>    Wallet <wallet@example.com>
  --guardian <host>       guardian.example.com, on another machine

On the guardian's machine: billfold init --guardian-machine --domain … --guardian … --projects shop=shop.example.com --smtp … --mail-from …

Without a flag, init asks; without a terminal, it names the flag.`

const text = { type: 'string' } as const
const options = {
  ...{
    dir: text,
    domain: text,
    database: text,
    features: text,
    smtp: text,
    'mail-from': text,
    guardian: text,
    projects: text,
  },
  node: { type: 'string', multiple: true },
  'guardian-machine': { type: 'boolean' },
  help: { type: 'boolean' },
} as const

const features = ['wallets', 'sign-in', 'names'] as const

/** `billfold init`: a settings file to start from, with generated secrets. */
export const initCommand: Command = async ({ args, print }) => {
  const { values: flags } = readFlags(args, options)
  if (flags.help) {
    print(help)
    return 0
  }
  const dir = resolve(flags.dir ?? '/etc/billfold')
  const settingsFile = resolve(dir, 'settings.env')
  // Before the questions.
  if (existsSync(settingsFile)) throw new StartupError(`${settingsFile} exists: init overwrites nothing.`)
  const ask = createAsk()
  try {
    const isGuardian = flags['guardian-machine'] ?? false
    const domain = flags.domain ?? (await ask('--domain', 'Domain of your site, such as example.com'))
    if (!/^(?:[a-z0-9-]+\.)+[a-z]{2,}$/.test(domain))
      throw new StartupError('--domain must be a domain like example.com.')
    const list = isGuardian
      ? ''
      : (flags.features ?? (await ask('--features', `Features (${features.join(', ')})`, features.join(','))))
    const chosen = list
      .split(',')
      .map((each) => each.trim())
      .filter(Boolean)
    const odd = chosen.find((each) => !features.some((name) => name === each))
    if (odd) throw new StartupError(`--features has ${odd}: it takes ${features.join(', ')}.`)
    const hasWallets = isGuardian || chosen.includes('wallets')
    const answers: Answers = {
      dir,
      domain,
      features: chosen,
      database: isGuardian
        ? ''
        : (flags.database ??
          (await ask('--database', 'PostgreSQL’s URL', 'postgres://billfold_server@127.0.0.1:5432/billfold'))),
      nodes: flags.node ?? [],
      smtp: hasWallets ? (flags.smtp ?? (await ask('--smtp', 'Mail account, smtps://user:password@host'))) : '',
      mailFrom: hasWallets
        ? (flags['mail-from'] ?? (await ask('--mail-from', 'Sender of mails', `Wallet <wallet@${domain}>`)))
        : '',
      guardian: hasWallets
        ? (flags.guardian ??
          (await ask('--guardian', 'Host of the guardian, on another machine', `guardian.${domain}`)))
        : '',
      projects: isGuardian
        ? (flags.projects ?? (await ask('--projects', 'Projects and their sites, shop=shop.example.com')))
        : '',
    }
    const draft = isGuardian ? guardianDraft(answers) : mainDraft(answers)
    validate(draft)
    write(draft, settingsFile)
    print(
      `Wrote ${settingsFile} and ${Object.keys(draft.secrets).length} secret file(s) beside it, readable by this user alone.`,
    )
    print('Back up both. Next: billfold migrate and billfold doctor, each with --settings or BILLFOLD_SETTINGS.')
    return 0
  } finally {
    ask.close()
  }
}

function validate({ values, programs }: Draft): void {
  for (const program of programs) {
    const { success, error } = z.safeParse(schemaOf(settingsOf(program)), ownValues(values, program))
    const [issue] = error?.issues ?? []
    if (!success) throw new StartupError(`${issue?.path.join('.')} must be ${issue?.message}.`)
  }
}

/** A program's values under the names that it reads. */
const ownValues = (values: Readonly<Record<string, string>>, program: Program) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name.replace(new RegExp(`_${program.toUpperCase()}$`), ''), value]),
  )

function write({ text: settings, secrets }: Draft, path: string): void {
  const taken = Object.keys(secrets).find((file) => existsSync(file))
  if (taken) throw new StartupError(`${taken} exists: init overwrites nothing.`)
  for (const [file, secret] of Object.entries(secrets)) {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    writeFileSync(file, `${secret}\n`, { mode: 0o400, flag: 'wx' })
  }
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  writeFileSync(path, settings, { mode: 0o600, flag: 'wx' })
}

/** Asks at the terminal; without one, names the flag. */
function createAsk() {
  let terminal: ReturnType<typeof createInterface> | undefined
  const ask = async (flag: string, question: string, fallback?: string): Promise<string> => {
    if (!process.stdin.isTTY) throw new StartupError(`init needs ${flag} without a terminal.`)
    terminal ??= createInterface({ input: process.stdin, output: process.stderr })
    const answer = (await terminal.question(`${question}${fallback ? ` [${fallback}]` : ''}: `)).trim() || fallback
    return answer ?? ask(flag, question, fallback)
  }
  return Object.assign(ask, { close: () => terminal?.close() })
}
