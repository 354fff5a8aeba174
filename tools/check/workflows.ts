import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { listFiles } from './listFiles.ts'
import type { Problem } from './problem.ts'

const workflow = /^\.github\/workflows\/[^/]+\.ya?ml$/
/** One commit of someone's action, and the version that it was, for readers and for Dependabot. */
const pinned = /^[\w.-]+\/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/
const owned = /^(\S+)\s+((?:@[\w-]+(?:\/[\w-]+)?\s*)+)$/

/** Workflows run only actions pinned by hash, with no right but to read; each path has an owner, and no owner a path that is gone. */
export async function checkWorkflows(root: string): Promise<Problem[]> {
  const files = await listFiles(root)
  const paths = files.filter((path) => workflow.test(path))
  const problems = await Promise.all(
    paths.map(async (path) => workflowProblems(path, await readFile(join(root, path), 'utf8'))),
  )
  if (paths.length === 0) return []
  const owners = '.github/CODEOWNERS'
  const text = await readFile(join(root, owners), 'utf8').catch(() => undefined)
  if (text === undefined) return [...problems.flat(), { path: owners, sentence: 'is missing' }]
  return [...problems.flat(), ...ownerProblems(owners, text, files)]
}

function workflowProblems(path: string, text: string): Problem[] {
  const problems: Problem[] = []
  const lines = text.split('\n')
  if (!lines.includes('permissions: { contents: read }'))
    problems.push({ path, sentence: 'must have `permissions: { contents: read }` at the top' })
  for (const [at, content] of lines.entries()) {
    const line = at + 1
    const action = /^\s*(?:- )?uses:\s*(.+)$/.exec(content)?.[1]
    if (action && !action.startsWith('./') && !pinned.test(action))
      problems.push({ path, line, sentence: `must pin ${action} to a commit: owner/name@<40 hex digits> # v1.2.3` })
    if (action?.startsWith('actions/checkout@') && !/persist-credentials: false/.test(lines[at + 1] ?? ''))
      problems.push({
        path,
        line,
        sentence: 'leaves the token in the checkout: add `with: { persist-credentials: false }`',
      })
    if (/\bpull_request_target\b/.test(content))
      problems.push({ path, line, sentence: 'runs a stranger’s pull request with our rights: use pull_request' })
    if (/^\s*[\w-]+:\s*write(?:-all)?\b/.test(content) || /permissions:\s*write-all/.test(content))
      problems.push({ path, line, sentence: 'asks for a right to write' })
  }
  return problems
}

function ownerProblems(path: string, text: string, files: string[]): Problem[] {
  return text.split('\n').flatMap((content, at): Problem[] => {
    const line = at + 1
    if (content.trim() === '' || content.startsWith('#')) return []
    const [, pattern] = owned.exec(content) ?? []
    if (!pattern) return [{ path, line, sentence: 'must be a path and its owners' }]
    if (pattern === '*') return []
    const start = pattern.replace(/^\//, '')
    const covers = new RegExp(`^${start.replace(/[.+]/g, '\\$&').replaceAll('*', '[^/]*')}`)
    return files.some((file) => covers.test(file))
      ? []
      : [{ path, line, sentence: `names ${pattern}, which does not exist` }]
  })
}
