import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { settingsOf } from '@billfold/protocol/settings/allSettings'
import type { Program } from '@billfold/protocol/settings/setting'
import { StartupError } from '../../process/startupError.ts'

/** The operator's answers. */
export type Answers = {
  dir: string
  domain: string
  features: readonly string[]
  database: string
  nodes: readonly string[]
  smtp: string
  mailFrom: string
  guardian: string
  projects: string
}

/** A settings file and secrets, before they are written. */
export type Draft = {
  programs: Program[]
  values: Record<string, string>
  text: string
  secrets: Record<string, string>
}

type Section = { title: string; program: Program; values: Record<string, string> }

/** The settings of API, relay and frame on one machine. */
export function mainDraft({ dir, domain, features, database, nodes, smtp, mailFrom, guardian }: Answers): Draft {
  const has = (feature: string) => features.includes(feature)
  const api = `https://api.${domain}`
  const wallet = `https://wallet.${domain}`
  const secrets: Record<string, string> = {}
  const keys = (folder: string, names: string[]) => {
    for (const name of names) secrets[join(dir, folder, name)] = newKey()
    return join(dir, folder)
  }
  const sections: Section[] = [
    {
      title: 'Every program here: one reverse proxy with TLS is in front',
      program: 'server',
      values: {
        TRUST_PROXY: '1',
        DATABASE_URL: database,
        MIGRATE: 'never',
        METRICS_TOKEN: randomBytes(24).toString('base64url'),
      },
    },
    { title: 'The API', program: 'server', values: { PORT: '4102', PUBLIC_URL: api } },
    { title: 'The relay', program: 'relay', values: { PORT_RELAY: '4103', RELAY_URL: `wss://relay.${domain}` } },
  ]
  const programs: Program[] = ['server', 'relay']
  if (has('wallets')) {
    programs.push('frame')
    sections.push(
      {
        title: 'Embedded wallets',
        program: 'server',
        values: {
          EMBEDDED_SECRETS: keys('embedded', ['seal-keys', 'token-keys', 'ticket-keys', 'pepper']),
          WALLET_ORIGIN: wallet,
          SMTP_URL: smtp,
          MAIL_FROM: mailFrom,
        },
      },
      {
        title: 'The frame',
        program: 'frame',
        values: { PORT_FRAME: '4101', API_URL: api, GUARDIAN_URL: `https://${guardian}`, RECOVERY_POLICY: 'hardened' },
      },
    )
  }
  if (has('sign-in'))
    sections.push({
      title: 'Wallet sign-in',
      program: 'server',
      values: { AUTH_SECRETS: keys('auth', ['seal-keys', 'pepper']) },
    })
  if (has('names')) {
    const keyFile = join(dir, 'names.key')
    secrets[keyFile] = `0x${newKey()}`
    sections.push({ title: 'Names', program: 'server', values: { NAMES_PARENT: domain, NAMES_KEY_FILE: keyFile } })
  }
  if (nodes.length > 0)
    sections.push({
      title: 'Nodes of the chains',
      program: 'server',
      values: Object.fromEntries(nodes.map(nodeSetting)),
    })
  return draftOf(programs, sections, secrets)
}

/** The settings of the guardian's own machine. */
export function guardianDraft({ dir, domain, guardian, projects, smtp, mailFrom }: Answers): Draft {
  const keyFile = join(dir, 'guardian', 'key')
  const values = {
    TRUST_PROXY: '1',
    PORT: '8790',
    GUARDIAN_KEY_FILE: keyFile,
    GUARDIAN_PUBLIC_URL: `https://${guardian}`,
    GUARDIAN_FRAME_ORIGINS: `https://wallet.${domain}`,
    GUARDIAN_API_URL: `https://api.${domain}`,
    GUARDIAN_PROJECTS: projects,
    GUARDIAN_SMTP_URL: smtp,
    GUARDIAN_MAIL_FROM: mailFrom,
  }
  const title = 'The guardian: on a machine of its own, with other credentials than the API'
  return draftOf(['guardian'], [{ title, program: 'guardian', values }], { [keyFile]: newKey() })
}

const newKey = () => randomBytes(32).toString('hex')

/** `eip155:1=https://…` as a variable and its value. */
function nodeSetting(text: string): [string, string] {
  const [, namespace, reference, urls] = /^([a-z0-9]{3,8}):([-\w]{1,32})=(\S+)$/.exec(text) ?? []
  if (!namespace || !reference || !urls) throw new StartupError('--node must be like eip155:1=https://node.example.')
  return [`RPC_URL_${namespace.toUpperCase()}_${reference}`, urls]
}

function draftOf(programs: Program[], sections: readonly Section[], secrets: Record<string, string>): Draft {
  const lines = sections.flatMap(({ title, program, values }) => [
    '',
    `# ${title}`,
    ...Object.entries(values).flatMap(([name, value]) => [...commentOf(program, name), `${name}=${quoted(value)}`]),
  ])
  const head = [
    '# Settings of Billfold, by billfold init. Every setting: docs/settings.md. Check them with billfold doctor.',
  ]
  return {
    programs,
    values: Object.assign({}, ...sections.map(({ values }) => values)),
    text: `${[...head, ...lines].join('\n')}\n`,
    secrets,
  }
}

/** The reference's sentence, without its links. */
function commentOf(program: Program, name: string): string[] {
  const plain = name.replace(new RegExp(`_${program.toUpperCase()}$`), '')
  const about = settingsOf(program)[plain]?.about
  return about ? [`# ${about.replace(/\[([^\][]{1,200})\]\([^()]{1,200}\)/g, '$1').replaceAll('`', '')}`] : []
}

/** Systemd and containers read quotes differently, so values have them only where they need them. */
const quoted = (value: string) => (/[\s#"']/.test(value) ? `"${value}"` : value)
