import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { absent, different } from './judgements.ts'
import { readDeclarations } from './readDeclarations.ts'
import { entries } from './sections.ts'

const home = join(import.meta.dirname, '..')
const readJson = (path: string) => JSON.parse(readFileSync(join(home, path), 'utf8'))

export type Status = 'same' | 'other' | 'not yet'
/** One name of AppKit's, where it is found there, and what became of it here. */
export type NameRow = {
  kind: string
  name: string
  places: string[]
  versions: string[]
  status: Status | 'unjudged'
  why: string
}

const shapes: Record<string, string> = {
  instance: 'AppKit',
  options: 'AppKitOptions',
  features: 'Features',
  'theme variables': 'ThemeVariables',
  views: 'Views',
  open: 'OpenOptions',
}

/** AppKit's names next to ours, from the committed list and our own sources: nothing needs to be installed. */
export function nameTable(): NameRow[] {
  const sections = readJson('test/appkit.json') as Record<string, Record<string, string[]>>
  const files = readJson('package.json').exports as Record<string, string>
  const { exportsOf, keysOf } = readDeclarations('')
  const ours = (section: string): Set<string> => {
    const file = files[section]
    if (section in shapes) return new Set(keysOf(join(home, 'src/shapes/everyShape.ts'), shapes[section]!))
    return file ? exportsOf(join(home, file)) : new Set()
  }
  const rows = new Map<string, NameRow>()
  for (const [section, names] of Object.entries(sections)) {
    const here = ours(section)
    const kind = section.startsWith('.') ? 'entry' : section
    for (const [name, versions] of Object.entries(names)) {
      const judged = judge({ section, kind, name, isHere: here.has(name) })
      const key = `${kind} ${name} ${judged.status} ${judged.why}`
      const row = rows.get(key)
      if (row) row.places.push(placeOf(section))
      else rows.set(key, { kind, name, places: [placeOf(section)], versions, ...judged })
    }
  }
  return [...rows.values()]
}

const placeOf = (section: string): string => entries.find(({ ours }) => ours === section)?.theirs ?? section

function judge(at: { section: string; kind: string; name: string; isHere: boolean }): Pick<NameRow, 'status' | 'why'> {
  const differs = different[`${at.kind} ${at.name}`]
  if (at.isHere) return differs ? { status: 'other', why: differs } : { status: 'same', why: '' }
  const group = absent.find(({ names, sections }) => (sections?.test(at.section) ?? true) && names.test(at.name))
  if (!group) return { status: 'unjudged', why: differs ?? '' }
  return group.issue
    ? { status: 'not yet', why: `${group.why} (issue ${group.issue})` }
    : { status: 'other', why: group.why }
}

const titles: Record<string, string> = {
  entry: 'What is imported',
  instance: 'The instance: what `createAppKit` returns',
  options: 'Options of `createAppKit`',
  features: '`features`',
  'theme variables': '`themeVariables`',
  views: 'Views that `open` takes',
  open: 'What else `open` takes',
}

/** The table as the documentation shows it. */
export function nameTableMarkdown(): string {
  const rows = nameTable()
  const count = (status: string) => rows.filter((row) => row.status === status).length
  const head = `# AppKit’s names, one by one

Every public name of AppKit 1.7.1 and 1.8.0 beside \`@billfold/appkit-compat\`: ${count('same')} are the same, ${count('other')} are other,
${count('not yet')} are not yet there. The list is read out of AppKit’s published types by \`packages/appkit-compat/test/collectNames.ts\`; this page is
written by \`packages/appkit-compat/test/writeTable.ts\`, and a test keeps it true. How to move a site: [Moving from AppKit](guides/from-appkit.md).
`
  return [head, ...Object.keys(titles).map((kind) => section(rows, kind))].join('\n')
}

function section(rows: readonly NameRow[], kind: string): string {
  const own = rows.filter((row) => row.kind === kind).toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const same = own.filter(({ status }) => status === 'same')
  const rest = own.filter(({ status }) => status !== 'same')
  const inWhich = ({ versions }: NameRow) => (versions.length > 1 ? '' : ` (${versions[0]})`)
  const quoted = (row: NameRow) => `\`${row.name}\`${inWhich(row)}`
  const table = [
    '| name | | why |',
    '|---|---|---|',
    ...rest.map((row) => `| ${quoted(row)} | ${row.status} | ${row.why} |`),
  ]
  return [
    `## ${titles[kind]}\n`,
    `The same: ${same.map(quoted).join(', ')}.\n`,
    ...(rest.length > 0 ? [`${table.join('\n')}\n`] : []),
  ].join('\n')
}
