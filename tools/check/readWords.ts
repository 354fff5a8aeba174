import { parseSync } from 'vite'
import type { Declared } from './codePatterns.ts'

/**
 * A piece of prose in a source file: a comment (lines of one comment joined), a test's title, a row of `each`, or a message
 * that is logged or thrown.
 */
export type Words = {
  kind: 'comment' | 'title' | 'row' | 'message'
  text: string
  /** The offset in the file of an index in the text. */
  offsetOf: (index: number) => number
}

const titled = /^(?:it|test|describe|suite)\b/
const logging = /\blog(?:ger)?\.(?:trace|debug|info|warn|error|fatal)$|^console\.(?:debug|info|log|warn|error)$/
const throwing = /(?:Error|Refusal|Halt|Unreadable|RefusedSignIn)$/

/** Prose for engineers and operators in a source file, and the names it declares; skips all other strings. */
export function readWords(path: string, text: string): { words: Words[]; names: Declared[] } {
  const { comments, program, errors } = parseTree(path, text)
  if (errors.length > 0) return { words: [], names: [] }
  const words = joinComments(comments, text)
  const names: Declared[] = []
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    const node = value as Node // or a list of them, whose keys are its indices
    if (node.type) {
      words.push(...stringsOf(node, text))
      declare(node, names)
    }
    for (const key of Object.keys(node)) if (key !== 'parent') visit(node[key])
  }
  visit(program)
  return { words, names }
}

type Comment = { type: string; value: string; start: number; end: number }

/** A comment is one text, however it wraps: consecutive `//` lines are one as well. */
function joinComments(comments: readonly Comment[], text: string): Words[] {
  const groups: Comment[][] = []
  for (const comment of comments) {
    const last = groups.at(-1)?.at(-1)
    const continues =
      last?.type === 'Line' && comment.type === 'Line' && /^\r?\n[ \t]*$/.test(text.slice(last.end, comment.start))
    if (continues) groups.at(-1)!.push(comment)
    else groups.push([comment])
  }
  return groups.map((group) => {
    let joined = ''
    const parts: { at: number; offset: number }[] = []
    for (const { value, start } of group)
      for (const { 0: line, index } of value.matchAll(/[^\n]+/g)) {
        const lead = /^[\s*]*/.exec(line)![0].length
        const rest = line.slice(lead).trimEnd()
        if (rest === '') continue
        if (joined !== '') joined += ' '
        parts.push({ at: joined.length, offset: start + 2 + index + lead })
        joined += rest
      }
    const offsetOf = (index: number) => {
      const part = parts.findLast(({ at }) => at <= index)
      return part ? part.offset + index - part.at : group[0]!.start
    }
    // Code between backticks is a quotation.
    return { kind: 'comment', text: joined.replaceAll(/`[^`]*`/g, (code) => '`'.repeat(code.length)), offsetOf }
  })
}

function stringsOf(node: Node, text: string): Words[] {
  if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return []
  const callee = node.callee as Node
  const name = text.slice(callee.start, Math.min(callee.end, callee.start + 200))
  const args = node.arguments as unknown[]
  if (node.type === 'NewExpression') return throwing.test(name) ? stringsIn(args, 'message') : []
  if (titled.test(name))
    return isEach(callee)
      ? stringsIn(args, 'row')
      : [...stringsIn(args[0], 'title'), ...stringsIn(args.slice(1), 'row')]
  return logging.test(name) ? stringsIn(args, 'message') : []
}

const isEach = ({ type, property }: Node): boolean =>
  type === 'MemberExpression' && ['each', 'for'].includes(String((property as Node).name))

/** The strings among a call's arguments, even in an object (`{ message: '…' }`) or a choice, but not in functions. */
function stringsIn(value: unknown, kind: Words['kind']): Words[] {
  if (typeof value !== 'object' || value === null) return []
  const node = value as Node
  if (node.type === 'Literal')
    return typeof node.value === 'string' ? [{ kind, text: node.value, offsetOf: () => node.start + 1 }] : []
  if (node.type === 'TemplateElement')
    return [{ kind, text: (node.value as { raw: string }).raw, offsetOf: () => node.start }]
  if (/Function/.test(node.type ?? '')) return []
  return Object.keys(node)
    .filter((key) => key !== 'parent')
    .flatMap((key) => stringsIn(node[key], kind))
}

const isFunction = (node: Node | null | undefined): boolean => /Function/.test(node?.type ?? '')

/** The names that a node declares: variables, parameters, functions, methods and types. */
function declare(node: Node, names: Declared[]): void {
  const add = (pattern: unknown, kind: Declared['kind']): void => {
    const target = pattern as (Node & { name?: string }) | null | undefined
    if (!target) return
    if (target.type === 'Identifier') names.push({ name: String(target.name), kind, start: target.start })
    else if (target.type === 'AssignmentPattern') add(target.left, kind)
    else if (target.type === 'RestElement') add(target.argument, kind)
    else if (target.type === 'Property') add(target.value, kind)
    else if (target.type === 'TSParameterProperty') add(target.parameter, kind)
    else for (const each of (target.properties ?? target.elements ?? []) as unknown[]) add(each, kind)
  }
  const { type, id } = node
  if (type === 'VariableDeclarator') add(id, isFunction(node.init as Node | null) ? 'function' : 'value')
  else if (type === 'FunctionDeclaration' || type === 'TSDeclareFunction') add(id, 'function')
  else if (type === 'ClassDeclaration' || type === 'TSTypeAliasDeclaration' || type === 'TSInterfaceDeclaration')
    add(id, 'type')
  else if (type === 'MethodDefinition' || type === 'TSMethodSignature') add(node.key, 'function')
  else if (type === 'Property' && isFunction(node.value as Node)) add(node.key, 'function')
  else if (type === 'CatchClause') add(node.param, 'value')
  for (const param of (node.params ?? []) as unknown[])
    if (/Function|^TSCallSignature|^TSMethodSignature|^TSConstruct/.test(type)) add(param, 'value')
}

/** A node of a file's syntax tree. */
type Node = { type: string; start: number; end: number; [key: string]: unknown }

/** A source file's syntax tree, comments and errors. */
const parseTree = (path: string, text: string) =>
  parseSync(path, text, {
    lang: /\.(?:tsx|jsx)$/.test(path) ? 'tsx' : /\.m?js$/.test(path) ? 'js' : 'ts',
    sourceType: 'module',
  })
