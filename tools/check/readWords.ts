import { parseSync } from 'vite'

/** A piece of prose in a source file: a comment, a test's title, or a message that is logged or thrown. */
export type Words = { kind: 'comment' | 'title' | 'message'; text: string; start: number }

type Node = { type: string; start: number; end: number; [key: string]: unknown }

const titled = /^(?:it|test|describe|suite)\b/
const logging = /\blog(?:ger)?\.(?:trace|debug|info|warn|error|fatal)$|^console\.(?:debug|info|log|warn|error)$/
const throwing = /(?:Error|Refusal|Halt|Unreadable|RefusedSignIn)$/

/** What engineers and operators read in a source file; identifiers and all other strings are left out. */
export function readWords(path: string, text: string): Words[] {
  const lang = /\.(?:tsx|jsx)$/.test(path) ? 'tsx' : /\.m?js$/.test(path) ? 'js' : 'ts'
  const { comments, program, errors } = parseSync(path, text, { lang, sourceType: 'module' })
  if (errors.length > 0) return []
  const found: Words[] = comments.map(({ value, start }) => ({ kind: 'comment', text: value, start: start + 2 }))
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    const node = value as Node // or a list of them, whose keys are its indices
    const kind = kindOf(node, text)
    if (kind) for (const each of stringsIn(node.arguments)) found.push({ ...each, kind })
    for (const key of Object.keys(node)) if (key !== 'parent') visit(node[key])
  }
  visit(program)
  return found
}

function kindOf(node: Node, text: string): Words['kind'] | undefined {
  if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return undefined
  const { start, end } = node.callee as Node
  const callee = text.slice(start, Math.min(end, start + 200))
  if (node.type === 'NewExpression') return throwing.test(callee) ? 'message' : undefined
  if (titled.test(callee)) return 'title'
  return logging.test(callee) ? 'message' : undefined
}

/** The strings among a call's arguments, also in an object (`{ message: '…' }`) or a choice, and not in functions. */
function stringsIn(value: unknown): { text: string; start: number }[] {
  if (typeof value !== 'object' || value === null) return []
  const node = value as Node
  if (node.type === 'Literal')
    return typeof node.value === 'string' ? [{ text: node.value, start: node.start + 1 }] : []
  if (node.type === 'TemplateElement') return [{ text: (node.value as { raw: string }).raw, start: node.start }]
  if (/Function/.test(node.type ?? '')) return []
  return Object.keys(node)
    .filter((key) => key !== 'parent')
    .flatMap((key) => stringsIn(node[key]))
}
