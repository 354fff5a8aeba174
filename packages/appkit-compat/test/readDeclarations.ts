import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSync } from 'vite'

type Node = { type: string; [key: string]: unknown }
type Declaration = { file: string; node: Node }

const asNode = (value: unknown): Node => value as Node
const nodes = (value: unknown): Node[] => (value ?? []) as Node[]
const nameOf = (value: unknown): string => {
  const { name, value: text } = asNode(value)
  return String(name ?? text)
}

/** Reads names out of declarations (`.d.ts`) and of our own sources: what is exported, and the keys of classes, types and unions. */
export function readDeclarations(modules: string) {
  const parsed = new Map<string, Node[]>()
  const bodyOf = (file: string): Node[] => {
    const known = parsed.get(file)
    if (known) return known
    const { program } = parseSync(file, readFileSync(file, 'utf8'), { lang: file.endsWith('.tsx') ? 'tsx' : 'ts' })
    const body = program.body as unknown as Node[]
    parsed.set(file, body)
    return body
  }

  /** The file that an import resolves to; undefined for other packages. */
  function resolve(from: string, specifier: string): string | undefined {
    if (specifier.startsWith('.')) {
      const path = join(dirname(from), specifier)
      return [path, path.replace(/\.js$/, '.d.ts'), `${path}.d.ts`].find(
        (each) => /\.tsx?$/.test(each) && existsSync(each),
      )
    }
    const [, name = '', sub = ''] = /^(@reown\/[^/]+)(?:\/(.+))?$/.exec(specifier) ?? []
    return name ? entryOf(name, sub ? `./${sub}` : '.') : undefined
  }

  /** The declarations of one of a package's entry points. */
  function entryOf(name: string, path: string): string | undefined {
    const manifest = join(modules, name, 'package.json')
    if (!existsSync(manifest)) return undefined
    const { exports, types } = JSON.parse(readFileSync(manifest, 'utf8'))
    const file: string | undefined = exports?.[path]?.types ?? (path === '.' ? types : undefined)
    return file && join(modules, name, file)
  }

  /** Every name that a file exports; what it takes whole from another's package is `* from …`. */
  function exportsOf(file: string, seen = new Set<string>()): Set<string> {
    const names = new Set<string>()
    if (seen.has(file)) return names
    seen.add(file)
    for (const node of bodyOf(file)) {
      if (node.type === 'ExportAllDeclaration') {
        const specifier = nameOf(node.source)
        const target = resolve(file, specifier)
        if (node.exported) names.add(nameOf(node.exported))
        else if (target) for (const each of exportsOf(target, seen)) names.add(each)
        else names.add(`* from ${specifier}`)
      } else if (node.type === 'ExportNamedDeclaration') {
        for (const each of nodes(node.specifiers)) names.add(nameOf(each.exported))
        for (const each of declared(asNode(node.declaration))) names.add(each)
      }
    }
    return names
  }

  /** The declaration of a name that a file exports, imports or declares. */
  function find(file: string, name: string): Declaration | undefined {
    for (const node of bodyOf(file)) {
      const declaration = node.type === 'ExportNamedDeclaration' && node.declaration ? asNode(node.declaration) : node
      if (declared(declaration).includes(name)) return { file, node: declaration }
    }
    for (const node of bodyOf(file)) {
      const target = node.source ? resolve(file, nameOf(node.source)) : undefined
      for (const each of nodes(node.specifiers)) {
        const [here, there] =
          node.type === 'ImportDeclaration' ? [each.local, each.imported] : [each.exported, each.local]
        if (!there || nameOf(here) !== name) continue
        const match = target
          ? find(target, nameOf(there))
          : nameOf(there) === name
            ? undefined
            : find(file, nameOf(there))
        if (match) return match
      }
      const match = node.type === 'ExportAllDeclaration' && target ? find(target, name) : undefined
      if (match) return match
    }
    return undefined
  }

  /** The public members of a class and those it comes from, the keys of a type, or the words of a union. */
  function keysOf(file: string, name: string): string[] {
    const declaration = find(file, name)
    return declaration ? [...new Set(keysIn(declaration))] : []
  }

  function keysIn({ file, node }: Declaration): string[] {
    const at = (value: unknown) => keysIn({ file, node: asNode(value) })
    switch (node.type) {
      case 'ClassDeclaration':
        return [
          ...nodes(asNode(node.body).body).flatMap((each) =>
            each.accessibility === 'private' || each.accessibility === 'protected' || nameOf(each.key) === 'constructor'
              ? []
              : [nameOf(each.key)],
          ),
          ...(node.superClass ? keysOf(file, nameOf(node.superClass)) : []),
        ]
      case 'TSTypeAliasDeclaration':
        return at(node.typeAnnotation)
      case 'TSInterfaceDeclaration':
        return nodes(asNode(node.body).body).map((each) => nameOf(each.key))
      case 'TSTypeLiteral':
        return nodes(node.members).map((each) => nameOf(each.key))
      case 'TSIntersectionType':
      case 'TSUnionType':
        return nodes(node.types).flatMap(at)
      case 'TSLiteralType':
        return [nameOf(node.literal)]
      case 'TSTypeReference': {
        const [first, second] = nodes(asNode(node.typeArguments ?? {}).params)
        const name = nameOf(node.typeName)
        if (name !== 'Omit' && name !== 'Pick') return keysOf(file, name)
        const named = at(second)
        return name === 'Pick' ? named : at(first).filter((key) => !named.includes(key))
      }
      default:
        return []
    }
  }

  return { entryOf, exportsOf, keysOf }
}

/** The names that a declaration makes. */
function declared(node: Node | null): string[] {
  if (!node) return []
  if (node.type === 'VariableDeclaration') return nodes(node.declarations).map((each) => nameOf(each.id))
  const isOne = /^(?:Class|Function|TSDeclareFunction|TSTypeAlias|TSInterface|TSEnum|TSModule)(?:Declaration)?$/.test(
    node.type,
  )
  return isOne && node.id ? [nameOf(node.id)] : []
}
