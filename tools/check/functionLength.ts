import { parseSync } from 'vite'
import { listFiles } from './listFiles.ts'
import { languageOf, lineCounter, type Node } from './parseModule.ts'
import type { Problem } from './problem.ts'
import { readText } from './readText.ts'
import { isSource, isTest } from './sourceFile.ts'

const maxLines = 120
const counted = /^(?:packages|apps|tools)\/(?!.*\/fixtures\/)/
const functions = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])

/** A function can be read alone, and so can a component: at most 120 lines, its signature included. */
export async function checkFunctionLength(root: string): Promise<Problem[]> {
  const paths = (await listFiles(root)).filter((path) => counted.test(path) && isSource(path) && !isTest(path))
  const problems = await Promise.all(paths.map(async (path) => longFunctions(path, await readText(root, path))))
  return problems.flat()
}

function longFunctions(path: string, text: string): Problem[] {
  const lineAt = lineCounter(text)
  if (lineAt(text.length) <= maxLines) return []
  const problems: Problem[] = []
  /** `name` is that of the nearest declaration or property around the node. */
  const visit = (value: unknown, name: string): void => {
    if (typeof value !== 'object' || value === null) return
    const node = value as Node // or a list of them, whose keys are its indices
    const own = nameOf(node.id) ?? nameOf(node.key) ?? name
    const line = functions.has(node.type) ? lineAt(node.start) : 0
    const lines = line === 0 ? 0 : lineAt(node.end) - line + 1
    if (lines > maxLines)
      problems.push({
        path,
        line,
        sentence: `${own} has ${lines} lines: split it by what it does (${maxLines} is the limit)`,
      })
    for (const key of Object.keys(node)) if (key !== 'parent') visit(node[key], own)
  }
  visit(parseSync(path, text, { lang: languageOf(path), sourceType: 'module' }).program, 'a function')
  return problems
}

const nameOf = (node: unknown): string | undefined => {
  const name = (node as { name?: unknown } | null | undefined)?.name
  return typeof name === 'string' ? name : undefined
}
