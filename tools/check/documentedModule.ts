import { parseSync } from 'vite'
import { lineCounter } from './parseModule.ts'

export type Node = { type: string; start: number; [key: string]: unknown }
/** A declaration, and the start of its statement: its JSDoc ends there. */
export type Named = { name: string; node: Node; start: number }
type Origin = { name: string; specifier: string }

/** The minimum length of a comment that explains something. */
const fewestLetters = 12

/** A file's declarations, imports and exports by name, and the places that follow a JSDoc comment. */
export function documentedModule(path: string, text: string) {
  const { program, comments, errors } = parseSync(path, text, {
    lang: path.endsWith('x') ? 'tsx' : 'ts',
    sourceType: 'module',
  })
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`)
  const declared = new Map<string, Named>()
  const imported = new Map<string, Origin>()
  const exported: { name: string; specifier?: string }[] = []
  for (const statement of program.body as unknown as Node[]) {
    const { declaration, specifiers, source } = statement as {
      declaration?: Node | null
      specifiers?: { imported?: Node; local?: Node }[]
      source?: { value: string } | null
    }
    if (statement.type === 'ImportDeclaration' && source)
      for (const { imported: theirs, local } of specifiers ?? [])
        if (theirs && local) imported.set(nameOf(local), { name: nameOf(theirs), specifier: source.value })
    if (statement.type === 'ExportNamedDeclaration' && !declaration)
      for (const { local } of specifiers ?? [])
        if (local) exported.push({ name: nameOf(local), ...(source ? { specifier: source.value } : {}) })
    for (const named of declarationsOf(declaration ?? statement, statement.start)) {
      declared.set(named.name, named)
      if (declaration) exported.push({ name: named.name })
    }
  }
  const ends = comments.filter(({ type, value }) => type === 'Block' && value.startsWith('*') && saysMuch(value))
  return {
    declared,
    imported,
    exported,
    lineAt: lineCounter(text),
    isDocumented: (start: number) =>
      ends.some(({ end }) => end <= start && /^(?:\s|\/\/[^\n]*\n)*$/.test(text.slice(end, start))),
  }
}

const nameOf = (node: Node): string => String(node.name ?? node.value)
const saysMuch = (comment: string): boolean => comment.replaceAll(/[^\p{L}]/gu, '').length >= fewestLetters

function declarationsOf(node: Node, start: number): Named[] {
  if (node.type === 'VariableDeclaration')
    return (node.declarations as { id: Node; init: Node | null }[]).flatMap(({ id, init }) =>
      id.type === 'Identifier' ? [{ name: nameOf(id), node: init ?? id, start }] : [],
    )
  const { id } = node as { id?: Node | null }
  return id ? [{ name: nameOf(id), node, start }] : []
}
