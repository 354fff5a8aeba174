import { parseSync } from 'vite'

/** A field or a method of a type, with its author's comment. */
export type Member = { name: string; isOptional: boolean; isMethod: boolean; type: string; about: string }
/** A type or a function that a file exports. */
export type Declared = { name: string; about: string; type: string; members: readonly Member[]; signature?: string }

type Node = { type: string; start: number; end: number; [key: string]: unknown }

/**
 * A TypeScript file's declarations by name: types with their members, functions with their signature, each with its
 * JSDoc.
 */
export function declarationsOf(file: string, text: string): ReadonlyMap<string, Declared> {
  const parsed = parseSync(file, text, { lang: file.endsWith('x') ? 'tsx' : 'ts', sourceType: 'module' })
  const comments = parsed.comments.filter(({ type, value }) => type === 'Block' && value.startsWith('*'))
  const aboutOf = ({ start }: Node): string => {
    const comment = comments.findLast(({ end }) => end <= start)
    return comment && text.slice(comment.end, start).trim() === '' ? wordsOf(comment.value) : ''
  }
  const textOf = (node: Node | null | undefined): string => (node ? tidy(text.slice(node.start, node.end)) : '')
  const membersOf = (node: Node): Member[] => {
    if (node.type === 'TSIntersectionType') return (node.types as Node[]).flatMap(membersOf)
    if (node.type !== 'TSTypeLiteral') return []
    return (node.members as Node[]).flatMap((member): Member[] => {
      const key = member.key as (Node & { name?: string; value?: string }) | undefined
      const name = key?.name ?? key?.value
      if (!name) return []
      const isMethod = member.type === 'TSMethodSignature'
      const annotation = (member.typeAnnotation as Node | null)?.typeAnnotation as Node | undefined
      const isOptional = member.optional === true
      const written = isMethod ? tidy(text.slice(key!.end, member.end)) : textOf(annotation)
      // An optional member may be undefined: the question mark says so.
      const type = isOptional ? written.replace(/ \| undefined$/, '') : written
      return [{ name, isOptional, isMethod, type, about: aboutOf(member) }]
    })
  }
  const declared = new Map<string, Declared>()
  for (const statement of parsed.program.body as unknown as Node[]) {
    const { name, node } = namedIn((statement.declaration as Node | null) ?? statement)
    if (!name) continue
    if (node.type === 'TSTypeAliasDeclaration') {
      const type = node.typeAnnotation as Node
      declared.set(name, { name, about: aboutOf(statement), type: textOf(type), members: membersOf(type) })
    } else if (node.type === 'FunctionDeclaration' || node.type === 'ArrowFunctionExpression') {
      const params = node.params as Node[]
      const inner = (node.returnType as Node | null)?.typeAnnotation as Node | undefined
      declared.set(name, {
        name,
        about: aboutOf(statement),
        type: textOf(inner),
        members: inner ? membersOf(inner) : [],
        signature: `${name}${textOf(node.typeParameters as Node | null)}(${params.map(parameter).join(', ')})`,
      })
    }
  }
  return declared

  /** A parameter in a caller's view: a destructured one is `options`. */
  function parameter(param: Node): string {
    const target = param.type === 'AssignmentPattern' ? (param.left as Node) : param
    const type = textOf((target.typeAnnotation as Node | null)?.typeAnnotation as Node | undefined)
    const isOptional = param !== target || target.optional === true
    const name = target.type === 'Identifier' ? (target.name as string) : 'options'
    return `${name}${isOptional ? '?' : ''}${type ? `: ${type}` : ''}`
  }
}

/** The name of a statement, and its declaration: `const f = () => …` names the function. */
function namedIn(node: Node): { name: string | undefined; node: Node } {
  const constant = (node.declarations as Node[] | undefined)?.[0]
  const { name } = ((constant ?? node).id as { name?: string } | null | undefined) ?? {}
  return { name, node: (constant?.init as Node | null | undefined) ?? node }
}

/** A comment's text without its stars; paragraphs stay separate. */
function wordsOf(comment: string): string {
  const lines = comment.split('\n').map((line) =>
    line
      .trim()
      .replace(/^\*{1,2}/, '')
      .trim(),
  )
  return lines.join('\n').trim().split('\n\n').map(tidy).join('\n\n')
}

const tidy = (text: string): string =>
  text.split(/\s/).filter(Boolean).join(' ').replace(/;? \}/g, ' }').replace(/,\)/g, ')')
