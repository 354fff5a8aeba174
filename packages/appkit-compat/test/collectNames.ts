import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { readDeclarations } from './readDeclarations.ts'
import { entries, versions } from './sections.ts'

// node packages/appkit-compat/test/collectNames.ts <folder>: writes appkit.json, the public names of AppKit, out of its published types.
// The folder has `1.7.1/node_modules` and `1.8.0/node_modules`: what e2e/dropin/clients installs, and the adapters of Solana and Bitcoin
// and the wallet button of the same version beside it. Never another version: from 1.8.1 on AppKit is not open source.

const folder = resolve(process.argv[2] ?? '.')
const sections: Record<string, Record<string, string[]>> = {}
for (const version of versions) {
  const { entryOf, exportsOf, keysOf } = readDeclarations(join(folder, version, 'node_modules'))
  const note = (section: string, names: Iterable<string>) => {
    const rows = (sections[section] ??= {})
    for (const name of names) rows[name] = [...(rows[name] ?? []), version]
  }
  for (const { theirs, ours } of entries) {
    const [, name = '', sub = ''] = /^(@reown\/[^/]+)(?:\/(.+))?$/.exec(theirs) ?? []
    const file = entryOf(name, sub ? `./${sub}` : '.')
    if (file) note(ours, exportsOf(file))
  }
  const main = entryOf('@reown/appkit', './react')!
  note('instance', keysOf(main, 'AppKit'))
  note('options', keysOf(main, 'AppKitOptions'))
  note('features', keysOf(main, 'Features'))
  note('theme variables', keysOf(main, 'ThemeVariables'))
  const client = join(folder, version, 'node_modules/@reown/appkit/dist/types/src/client', 'appkit-base-client.d.ts')
  note('views', keysOf(client, 'Views'))
  note('open', keysOf(client, 'OpenOptions'))
}
const sorted = Object.fromEntries(
  Object.entries(sections).map(([section, rows]) => [
    section,
    Object.fromEntries(Object.entries(rows).toSorted(([a], [b]) => (a < b ? -1 : 1))),
  ]),
)
await writeFile(join(import.meta.dirname, 'appkit.json'), `${JSON.stringify(sorted, null, 2)}\n`)
