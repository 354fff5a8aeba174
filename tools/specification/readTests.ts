import { parseSync } from 'vite'

/**
 * A test of a file: its code without comments and its texts without the title, each with the file's declarations for
 * it, and whether a plain run skips it.
 */
export type FoundTest = { title: string; code: string; texts: string[]; isLeftOut: boolean }

type Node = { type: string; start: number; end: number; [key: string]: unknown }
type Part = { code: string; texts: string[]; names: Set<string> }

const tests = new Set(['it', 'test'])
const groups = new Set(['describe', 'suite'])
const leavingOut = new Set(['skip', 'skipIf', 'runIf', 'todo', 'fails'])

/**
 * The tests of a file by their literal titles, even those of `each` and `for`; marks those that an outer `skip` leaves
 * out.
 */
export function readTests(path: string, text: string): FoundTest[] {
  const parsed = parseSync(path, text, { lang: path.endsWith('x') ? 'tsx' : 'ts', sourceType: 'module' })
  const source = withoutComments(text, parsed.comments)
  const program = parsed.program as unknown as Node
  const declared = declarationsOf(program)
  const parts = new Map<Node, Part>()
  const partOf = (node: Node): Part => {
    const known = parts.get(node) ?? readPart(node, source)
    parts.set(node, known)
    return known
  }
  const foundTests: FoundTest[] = []
  const visit = (value: unknown, isLeftOut: boolean): void => {
    if (typeof value !== 'object' || value === null) return
    const node = value as Node // or a list of them, whose keys are its indices
    const call = node.type === 'CallExpression' ? calleeOf(node.callee as Node) : undefined
    const isOut = isLeftOut || call?.modifiers.some((word) => leavingOut.has(word)) === true
    const [titled, ...given] = call ? (node.arguments as Node[]) : []
    const title = call && titleOf(titled, text)
    if (call && title !== undefined && tests.has(call.name)) {
      const used = withDeclarations([node.callee as Node, ...given], declared, partOf)
      const [code, texts] = [used.map((part) => part.code).join('\n'), used.flatMap((part) => part.texts)]
      foundTests.push({ title, code, texts, isLeftOut: isOut })
    }
    const isOutside = call && !tests.has(call.name) && !groups.has(call.name)
    for (const key of Object.keys(node)) if (key !== 'parent') visit(node[key], isOutside ? isLeftOut : isOut)
  }
  visit(program, false)
  return foundTests
}

/** Each of the nodes, and the file's declarations for them, once. */
function withDeclarations(nodes: Node[], declared: Map<string, Node>, partOf: (node: Node) => Part): Part[] {
  const seen = new Set(nodes)
  for (const node of seen)
    for (const name of partOf(node).names) {
      const declaration = declared.get(name)
      if (declaration) seen.add(declaration)
    }
  return [...seen].map(partOf)
}

/** Constants, types and functions at the top of a file, by their names; a variable of several names stands under each. */
function declarationsOf(program: Node): Map<string, Node> {
  const declarations = new Map<string, Node>()
  for (const statement of program.body as Node[]) {
    const node = (statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement) as Node | null
    const name = (node?.id as Node | null)?.name
    if (node && typeof name === 'string') declarations.set(name, node)
    if (node?.type !== 'VariableDeclaration') continue
    for (const variable of node.declarations as Node[])
      for (const each of readPart(variable.id as Node, '').names) declarations.set(each, variable)
  }
  return declarations
}

/** The code of a node, the texts in it and the names that it uses. */
function readPart(node: Node, source: string): Part {
  const part: Part = { code: source.slice(node.start, node.end), texts: [], names: new Set() }
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    const { type, ...rest } = value as Node
    if (type === 'Identifier' || type === 'JSXIdentifier') part.names.add(rest.name as string)
    const pattern = (rest.regex as { pattern: string } | undefined)?.pattern
    if (pattern !== undefined) part.texts.push(pattern)
    else if ((type === 'Literal' || type === 'JSXText') && typeof rest.value === 'string') part.texts.push(rest.value)
    else if (type === 'TemplateElement') part.texts.push((rest.value as { cooked?: string }).cooked ?? '')
    for (const [key, child] of Object.entries(rest)) if (key !== 'parent') visit(child)
  }
  visit(node)
  return part
}

/** The text with blanks in place of its comments, so that offsets stay the same. */
function withoutComments(text: string, comments: { start: number; end: number }[]): string {
  let source = text
  for (const { start, end } of comments) source = source.slice(0, start) + ' '.repeat(end - start) + source.slice(end)
  return source
}

/** `test.skip`, `it.each(rows)` and `test.for(rows)` by their first word and the words behind it. */
function calleeOf(callee: Node): { name: string; modifiers: string[] } | undefined {
  if (callee.type === 'Identifier') return { name: callee.name as string, modifiers: [] }
  if (callee.type === 'CallExpression' || callee.type === 'TaggedTemplateExpression')
    return calleeOf((callee.callee ?? callee.tag) as Node)
  if (callee.type !== 'MemberExpression') return undefined
  const inner = calleeOf(callee.object as Node)
  const word = (callee.property as Node).name
  return inner && typeof word === 'string' ? { ...inner, modifiers: [...inner.modifiers, word] } : undefined
}

function titleOf(node: Node | undefined, text: string): string | undefined {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value
  return node?.type === 'TemplateLiteral' ? text.slice(node.start + 1, node.end - 1) : undefined
}
