import { isShared, settingGroups, settingsOf } from '@billfold/protocol/settings/allSettings'
import { programs, type Setting } from '@billfold/protocol/settings/setting'

const intro = `# Settings

Every setting of the four programs that you run: the API, the relay, the frame and the guardian. [\`billfold init\`](billfold.md#init) writes
a file with the ones that you need, and [\`billfold doctor\`](billfold.md#doctor) checks them.

## Where they come from

A program reads its environment and the file that \`BILLFOLD_SETTINGS\` names; the environment comes first. A process that finds an invalid
setting exits with code 1 and one sentence that names it, never its value.

\`\`\`sh
# /etc/billfold/settings.env: NAME=value, one a line; quotes are optional, and nothing is expanded
DATABASE_URL=postgres://billfold_server@db.internal/billfold
DATABASE_PASSWORD_FILE=/etc/billfold/database.password
PORT_RELAY=4103
\`\`\`

- **One file for several programs.** A setting that several have may differ for one: \`PORT_RELAY\`, \`DATABASE_URL_RELAY\`, \`TRUST_PROXY_GUARDIAN\`.
  The guardian belongs on another machine, with a file of its own.
- **Secrets.** A setting marked *secret* may be in a file of its own, which \`<NAME>_FILE\` names (\`SMTP_URL_FILE=/run/secrets/smtp\`). The same holds for
  \`RPC_URL_…\`, because nodes' addresses may contain keys. A settings file with a secret must not be readable by everyone (mode 600 or 640).
- **Unknown names** are logged as a warning with the nearest known name; in the environment, only if they are near to one. \`billfold doctor\` fails on them.
- An empty value means that it is not set.

`

const chainRow =
  '| `RPC_URL_<FAMILY>_<REFERENCE>` | none | secret | Nodes of a [chain](operators.md#chains), comma-separated: `RPC_URL_EIP155_1=https://node.example`. |'

/** The page docs/settings.md: every setting, by program. Its test writes it with UPDATE_DOCS=1. */
export function settingsPage(): string {
  const sections = settingGroups.map(({ title, settings }) => {
    const rows = Object.entries(settings)
      .filter(([name]) => !inEvery(name))
      .map(([name, setting]) => row(name, setting))
    if (title.startsWith('Chains')) rows.push(chainRow)
    return table(title, rows)
  })
  const first = settingsOf('server')
  const shared = Object.keys(first).filter(inEvery)
  return [
    intro +
      table(
        'Every program',
        shared.map((name) => row(name, first[name]!)),
      ),
    ...sections,
    `## Others\n\n| setting | | |\n|---|---|---|\n| \`BILLFOLD_SETTINGS\` | | The path of the settings file. |\n| \`NODE_ENV\` | | \`production\` makes every start [public](operators.md#a-public-start). |\n| \`DATABASE_DIR\`, \`DATABASE_PORT\` | | Directory and port of the [bundled PostgreSQL](operators.md#the-bundled-postgresql). |\n`,
  ].join('\n')
}

/** In every program, and the same in each. */
const inEvery = (name: string) =>
  isShared(name) && name !== 'PORT' && programs.every((program) => Object.hasOwn(settingsOf(program), name))

const table = (title: string, rows: string[]): string =>
  `## ${title}\n\n| setting | default | must be | |\n|---|---|---|---|\n${rows.join('\n')}\n`

function row(name: string, { form, fallback, isRequired, isSecret, about }: Setting): string {
  const shown = isRequired ? 'required' : fallback === undefined ? 'none' : fallback === '' ? 'empty' : code(fallback)
  return `| \`${name}\` | ${shown} | ${isSecret ? 'secret; ' : ''}${cell(form)} | ${cell(about)} |`
}

/** A sentence stays a sentence; a value is code. */
const code = (text: string) => (/\s/.test(text) ? cell(text) : `\`${text}\``)
const cell = (text: string) =>
  text.replaceAll('|', '\\|').replaceAll('<wallet@', '\\<wallet@').replaceAll('<guardian@', '\\<guardian@')
