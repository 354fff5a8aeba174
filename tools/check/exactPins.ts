import type { Problem } from './problem.ts'
import { readText } from './readText.ts'
import { readWorkspaces, type Workspace } from './workspaces.ts'

/** One version, even of a package under another name (`npm:name@1.2.3`). */
const exact = /^(?:npm:(?:@[\w.-]+\/)?[\w.-]+@)?\d+\.\d+\.\d+(?:-[\w.-]+)?(?:\+[\w.-]+)?$/

/**
 * Every dependency is one version, not a range: the tested version is the installed one. Only peers declare a range.
 */
export async function checkExactPins(root: string): Promise<Problem[]> {
  const workspaces = await readWorkspaces(root)
  return (await Promise.all(workspaces.map((workspace) => rangesIn(root, workspace)))).flat()
}

async function rangesIn(root: string, { dir, manifest }: Workspace): Promise<Problem[]> {
  const path = dir === '' ? 'package.json' : `${dir}/package.json`
  const lines = (await readText(root, path)).split('\n')
  const { dependencies, devDependencies, optionalDependencies, overrides } = manifest
  const versions = [dependencies, devDependencies, optionalDependencies, overrides].flatMap((table) =>
    leaves(table ?? {}),
  )
  return versions
    .filter(([, version]) => !exact.test(version))
    .map(([name, version]) => {
      const line = lines.findIndex((text) => text.includes(`"${name}"`) && text.includes(`"${version}"`)) + 1
      const sentence = `asks for ${name} ${version}: pin one exact version`
      return line > 0 ? { path, line, sentence } : { path, sentence }
    })
}

function leaves(table: Record<string, unknown>): [string, string][] {
  return Object.entries(table).flatMap(([name, value]): [string, string][] => {
    if (typeof value === 'string') return [[name, value]]
    return typeof value === 'object' && value !== null ? leaves(value as Record<string, unknown>) : []
  })
}
