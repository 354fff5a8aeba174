import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { listFiles } from './listFiles.ts'
import type { Problem } from './problem.ts'
import { readText } from './readText.ts'
import { readWorkspaces } from './workspaces.ts'

const steps = [
  { name: 'unit', files: /(?<!\.int)\.test\.tsx?$/ },
  { name: 'integration', files: /\.int\.test\.tsx?$/ },
]

/** Each package and app has a README: what it is, an entry point that exists, and the command for each step that tests it. */
export async function checkWorkspaceReadmes(root: string): Promise<Problem[]> {
  const files = await listFiles(root)
  const workspaces = (await readWorkspaces(root)).filter(({ dir }) => dir !== '')
  const problems = await Promise.all(
    workspaces.map(async ({ dir }) => {
      const path = `${dir}/README.md`
      if (!files.includes(path)) return [{ path, sentence: 'is missing' }]
      const own = files.filter((file) => file.startsWith(`${dir}/`))
      const text = await readText(root, path)
      return problemsOf(text, dir, own, root).map((sentence) => ({ path, sentence }))
    }),
  )
  return problems.flat()
}

function problemsOf(text: string, dir: string, files: string[], root: string): string[] {
  const [, introduction = ''] = /^# [^\n]+\n([^#]*)/.exec(text) ?? []
  const problems = introduction.trim() === '' ? ['must begin with a title and a paragraph: what the package is'] : []
  const [, entries] = /^Entry point: (.+?)\. Tests: /m.exec(text) ?? []
  const paths = [...(entries ?? '').matchAll(/`([^`]+)`/g)].map(([, path = '']) => path)
  if (paths.length === 0) problems.push('has no line “Entry point: `src/…`. Tests: `npm test -- …`.”')
  for (const path of paths)
    if (!existsSync(join(root, dir, path))) problems.push(`names the entry point ${path}, which does not exist`)
  for (const step of steps) {
    const command = `\`npm test -- ${step.name} ${dir}\``
    const hasTests = files.some((file) => step.files.test(file))
    if (hasTests && !text.includes(command)) problems.push(`does not name ${command}`)
    if (!hasTests && text.includes(command)) problems.push(`names ${command}, which finds no tests`)
  }
  return problems
}
