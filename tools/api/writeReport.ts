import { type DeclarationFile, declarationPath, readDeclarations } from './readDeclarations.ts'

/** Types that a site holds but does not look into: their inside may change. */
const opaque: ReadonlySet<string> = new Set(['Kit'])

/** A package that sites install, and the declaration files of its entry points by the name that a site imports. */
export type PublicPackage = { name: string; folder: string; entries: Record<string, string> }

/**
 * The public types of a package as text: what each entry point exports, then every declaration that an export reaches in our own packages. It names no
 * file, so code can move, and has no comments.
 */
export function writeReport({ name, entries }: PublicPackage, types: string): string {
  const files = new Map<string, DeclarationFile>()
  const read = (path: string) => {
    const file = files.get(path) ?? readDeclarations(path)
    files.set(path, file)
    return file
  }
  const reached = new Map<string, ReadonlySet<string>>()
  const seen = new Set<string>()

  /** Everything that a file exports, with the names of what it passes on from packages of others. */
  function exportsOf(path: string): Map<string, string> {
    const file = read(path)
    const rows = new Map<string, string>()
    for (const specifier of file.passedOn) {
      const target = declarationPath(types, path, specifier)
      if (target) for (const [as, row] of exportsOf(target)) rows.set(as, row)
      else rows.set(`* from '${specifier}'`, `* from '${specifier}'`)
    }
    for (const [as, from] of file.exported) rows.set(as, visitExport(path, as, from))
    return rows
  }

  function visitExport(
    path: string,
    as: string,
    from: { local: string } | { specifier: string; name: string },
  ): string {
    if ('local' in from) {
      visit(path, from.local)
      return from.local === as ? as : `${from.local} as ${as}`
    }
    const target = declarationPath(types, path, from.specifier)
    const named = from.name === as ? as : `${from.name} as ${as}`
    if (!target) return `${named} from '${from.specifier}'`
    visitExported(target, from.name)
    return named
  }

  function visitExported(path: string, name: string): void {
    if (name === '*') {
      for (const [as, from] of read(path).exported) visitExport(path, as, from)
      return
    }
    const file = read(path)
    const own = file.exported.get(name)
    if (own) return void visitExport(path, name, own)
    for (const specifier of file.passedOn) {
      const target = declarationPath(types, path, specifier)
      if (target) visitExported(target, name)
    }
  }

  function visit(path: string, name: string): void {
    if (seen.has(`${path}#${name}`)) return
    seen.add(`${path}#${name}`)
    if (opaque.has(name)) return void reached.set(name, new Set([`type ${name} = unknown;`]))
    const file = read(path)
    const outside = file.imported.get(name)
    if (outside && !file.declared.has(name)) {
      const target = declarationPath(types, path, outside.specifier)
      if (target) visitExported(target, outside.name)
      return
    }
    for (const { text, names, references } of file.declared.get(name) ?? []) {
      reached.set(name, new Set([...(reached.get(name) ?? []), text.replace(/^declare /, '')]))
      for (const inner of names) if (inner !== name) visit(path, inner)
      for (const { specifier, name: inner } of references) {
        const target = declarationPath(types, path, specifier)
        if (target) visitExported(target, inner)
      }
    }
  }

  const sections = Object.entries(entries).map(([entry, path]) => {
    const rows = [...exportsOf(path).values()].toSorted()
    return `## ${entry}\n\n\`\`\`ts\n${rows.map((row) => `export ${row}\n`).join('')}\`\`\`\n`
  })
  const declarations = [...reached]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, texts]) => [...texts].toSorted())
  return `# Public types of ${name}

Written by \`npm run api\`. A difference here is a difference for those who install the package.

${sections.join('\n')}
## Declarations

\`\`\`ts
${declarations.join('\n')}
\`\`\`
`
}
