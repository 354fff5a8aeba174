import { parseSync } from 'vite'

/** One import, re-export or `import()` of a file. `names` are the bindings taken by value; `*` is all of them. */
export type Import = { specifier: string; line: number; typeOnly: boolean; names: string[] }

/** The exported functions of a file by the name of their first parameter: an action takes `kit`. */
export type ParsedModule = {
  imports: Import[]
  firstParameters: Map<string, string>
  fetchLines: number[]
  error?: string
}

/** Reads what a source file imports, what it exports and where it calls `fetch`. */
export function parseModule(path: string, text: string): ParsedModule {
  const parsed = parseSync(path, text, { lang: languageOf(path), sourceType: 'module' })
  const failure = parsed.errors[0]
  if (failure) return { imports: [], firstParameters: new Map(), fetchLines: [], error: failure.message }
  const lineAt = lineCounter(text)
  const { staticImports, staticExports, dynamicImports } = parsed.module
  const imports: Import[] = []

  for (const { start, moduleRequest, entries } of staticImports) {
    // `import { type A } from` still loads the file at run time: only `import type` is erased whole.
    const typeOnly = /^import\s+type\b(?!\s*(?:,|from\b\s*['"]))/.test(text.slice(start, start + 200))
    const names = entries.filter((entry) => !entry.isType).map((entry) => entry.importName.name ?? '*')
    imports.push({ specifier: moduleRequest.value, line: lineAt(start), typeOnly, names })
  }
  for (const { start, entries } of staticExports) {
    const request = entries.find((entry) => entry.moduleRequest)?.moduleRequest
    if (!request) continue
    const typeOnly = /^export\s+type\b/.test(text.slice(start, start + 200))
    const names = entries.filter((entry) => !entry.isType).map((entry) => entry.importName.name ?? '*')
    imports.push({ specifier: request.value, line: lineAt(start), typeOnly, names })
  }
  for (const { start, moduleRequest } of dynamicImports) {
    const literal = /^(['"`])([^'"`$]+)\1$/.exec(text.slice(moduleRequest.start, moduleRequest.end))
    if (literal?.[2]) imports.push({ specifier: literal[2], line: lineAt(start), typeOnly: false, names: ['*'] })
  }
  const mayFetch = /\bfetch\b/.test(text)
  return {
    imports,
    get firstParameters() {
      return firstParametersOf(parsed.program.body as unknown as Node[])
    },
    get fetchLines() {
      return mayFetch ? fetchCalls(parsed.program as unknown as Node).map(lineAt) : []
    },
  }
}

/** A node of the parser's tree; `start` and `end` are offsets in the text. */
export type Node = { type: string; start: number; end: number; [key: string]: unknown }

/** The parser's language for a file. */
export const languageOf = (path: string) => (/\.(?:tsx|jsx)$/.test(path) ? 'tsx' : /\.m?js$/.test(path) ? 'js' : 'ts')

/** Which line of a text an offset is in. */
export function lineCounter(text: string): (offset: number) => number {
  const starts = [0]
  for (let i = text.indexOf('\n'); i !== -1; i = text.indexOf('\n', i + 1)) starts.push(i + 1)
  return (offset) => starts.findLastIndex((start) => start <= offset) + 1
}

function firstParametersOf(body: Node[]): Map<string, string> {
  const lines = new Map<string, string>()
  const note = (name: unknown, fn: Node | undefined) => {
    const first = (fn?.params as Node[] | undefined)?.[0]
    if (typeof name === 'string' && first?.type === 'Identifier') lines.set(name, first.name as string)
  }
  for (const statement of body) {
    if (statement.type !== 'ExportNamedDeclaration') continue
    const declaration = statement.declaration as Node | null
    if (declaration?.type === 'FunctionDeclaration') note((declaration.id as Node | null)?.name, declaration)
    if (declaration?.type !== 'VariableDeclaration') continue
    for (const { id, init } of declaration.declarations as { id: Node; init: Node | null }[])
      if (init?.type === 'ArrowFunctionExpression' || init?.type === 'FunctionExpression') note(id.name, init)
  }
  return lines
}

function fetchCalls(node: Node): number[] {
  const offsets: number[] = []
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    const child = value as Node // or a list of them, whose keys are its indices
    if (child.type === 'CallExpression' && isFetch(child.callee as Node)) offsets.push(child.start)
    for (const key of Object.keys(child)) if (key !== 'parent') visit(child[key])
  }
  visit(node)
  return offsets
}

function isFetch(callee: Node): boolean {
  if (callee.type === 'Identifier') return callee.name === 'fetch'
  if (callee.type !== 'MemberExpression') return false
  const { object, property } = callee as unknown as { object: Node; property: Node }
  return property.name === 'fetch' && ['window', 'globalThis', 'self'].includes(object.name as string)
}
