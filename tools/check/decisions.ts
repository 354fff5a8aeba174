import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { listFiles } from './listFiles.ts'
import type { Problem } from './problem.ts'

const folder = 'docs/adr/'
const list = `${folder}README.md`
const headings = ['Context', 'Decision', 'Consequences', 'Alternatives']
const maxLines = 60

/** Every decision in docs/adr has the same four parts on half a page, a number of its own, and a row in the list. */
export async function checkDecisions(root: string): Promise<Problem[]> {
  const paths = (await listFiles(root)).filter((path) => path.startsWith(folder) && path !== list)
  if (paths.length === 0) return []
  const text = await readFile(join(root, list), 'utf8').catch(() => '')
  const listed = new Set([...text.matchAll(/\]\((\d{4}-[^)#]+\.md)\)/g)].map(([, name]) => name))
  const problems = await Promise.all(
    paths.map(async (path) => {
      const page = await readFile(join(root, path), 'utf8')
      const sentences = problemsOf(page)
      const name = basename(path)
      if (!/^\d{4}-[a-z0-9-]+\.md$/.test(name)) sentences.push('must be named 0011-words-like-these.md')
      if (paths.some((other) => other < path && basename(other).slice(0, 4) === name.slice(0, 4)))
        sentences.push('has the number of another decision')
      if (!listed.delete(name)) sentences.push(`is missing from ${list}`)
      return sentences.map((sentence): Problem => ({ path, sentence }))
    }),
  )
  const lost = [...listed].map((name): Problem => ({ path: list, sentence: `lists ${name}, which does not exist` }))
  return [...problems.flat(), ...lost]
}

function problemsOf(page: string): string[] {
  const lines = page.trimEnd().split('\n')
  const own = lines.filter((line) => line.startsWith('## ')).map((line) => line.slice(3))
  const problems: string[] = []
  if (!/^# \S/.test(lines[0] ?? '')) problems.push('must begin with its title')
  if (own.join() !== headings.join()) problems.push(`must have the headings ${headings.join(', ')}, in this order`)
  if (lines.length > maxLines) problems.push(`has ${lines.length} lines: shorten it to ${maxLines}`)
  return problems
}
