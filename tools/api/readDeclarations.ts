import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSync } from 'vite'

type Node = { type: string; start: number; end: number; [key: string]: unknown }
/** A name of another module, as a declaration refers to it; `*` is the whole module. */
type Reference = { specifier: string; name: string }
/** One statement of a declaration file, and the names that it refers to. */
export type Declaration = { text: string; names: ReadonlySet<string>; references: readonly Reference[] }
export type DeclarationFile = {
  declared: ReadonlyMap<string, readonly Declaration[]>
  imported: ReadonlyMap<string, Reference>
  /** What the file exports: a name of its own, or one of another module. */
  exported: ReadonlyMap<string, { local: string } | Reference>
  /** The modules of which it exports everything. */
  passedOn: readonly string[]
}

/** Reads a declaration file as the compiler wrote it. */
export function readDeclarations(path: string): DeclarationFile {
  const text = readFileSync(path, 'utf8')
  const { program, errors } = parseSync(path, text, { lang: 'dts', sourceType: 'module' })
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`)
  const declared = new Map<string, Declaration[]>()
  const imported = new Map<string, Reference>()
  const exported = new Map<string, { local: string } | Reference>()
  const passedOn: string[] = []

  for (const statement of program.body as unknown as Node[]) {
    const source = (statement.source as { value?: string } | null)?.value
    if (statement.type === 'ImportDeclaration') {
      for (const { local, imported: name } of statement.specifiers as { local: Node; imported?: Node }[])
        imported.set(nameOf(local), { specifier: source!, name: name ? nameOf(name) : '*' })
    } else if (statement.type === 'ExportAllDeclaration') {
      if (statement.exported) exported.set(nameOf(statement.exported as Node), { specifier: source!, name: '*' })
      else passedOn.push(source!)
    } else {
      for (const { local, exported: as } of (statement.specifiers ?? []) as { local: Node; exported: Node }[])
        exported.set(nameOf(as), source ? { specifier: source, name: nameOf(local) } : { local: nameOf(local) })
      const node = (statement.declaration as Node | null) ?? statement
      const isExported = statement.type.startsWith('Export')
      for (const name of declaredNames(node)) {
        const rows = declared.get(name) ?? []
        rows.push({ text: text.slice(node.start, node.end), ...referencesIn(node) })
        declared.set(name, rows)
        if (isExported) exported.set(statement.type === 'ExportDefaultDeclaration' ? 'default' : name, { local: name })
      }
    }
  }
  return { declared, imported, exported, passedOn }
}

/** The declaration file that an import of ours leads to; undefined for packages of others. */
export function declarationPath(types: string, from: string, specifier: string): string | undefined {
  const own = /^@billfold\/(core|protocol)\/(.+)$/.exec(specifier)
  const path = own ? join(types, own[1]!, 'src', own[2]!) : specifier.startsWith('.') && join(dirname(from), specifier)
  if (!path) return undefined
  const file = `${path.replace(/\.(?:tsx?|js)$/, '')}.d.ts`
  return existsSync(file) ? file : undefined
}

const nameOf = (node: Node): string => String(node.name ?? node.value)

function declaredNames(node: Node): string[] {
  if (node.type === 'VariableDeclaration') return (node.declarations as { id: Node }[]).map(({ id }) => nameOf(id))
  const id = node.id as Node | null | undefined
  return id?.type === 'Identifier' ? [nameOf(id)] : []
}

function referencesIn(node: Node): Pick<Declaration, 'names' | 'references'> {
  const names = new Set<string>()
  const references: Reference[] = []
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    const child = value as Node
    if (child.type === 'Identifier') names.add(nameOf(child))
    if (child.type === 'TSImportType') {
      let first = child.qualifier as Node | null
      while (first?.left) first = first.left as Node
      references.push({ specifier: String((child.source as Node).value), name: first ? nameOf(first) : '*' })
    }
    for (const [key, inner] of Object.entries(child)) if (key !== 'parent') visit(inner)
  }
  visit(node)
  return { names, references }
}
