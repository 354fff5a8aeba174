import { posix } from 'node:path'
import { listFiles } from './listFiles.ts'
import type { Problem } from './problem.ts'
import { readWorkspaces, type Workspace, workspaceOf } from './workspaces.ts'

const code = /\.(?:ts|tsx|mts|cts|js|jsx|mjs|cjs|css)$/
const vague = new Set([
  ...['util', 'utils', 'helper', 'helpers', 'constants', 'types', 'common', 'misc'],
  ...['manager', 'managers', 'controller', 'controllers'],
])

/** A file is named after its export: no files for odds and ends, and `index` only as a package's entry. */
export async function checkFileNames(root: string): Promise<Problem[]> {
  const workspaces = await readWorkspaces(root)
  const paths = (await listFiles(root)).filter((path) => code.test(path))
  return paths.flatMap((path): Problem[] => {
    const word = vagueWord(path)
    if (word !== undefined) return [{ path, sentence: `is named "${word}": name it after the thing it exports` }]
    if (/^index\.[^/]+$/.test(posix.basename(path)) && !isEntry(workspaceOf(workspaces, path), path))
      return [{ path, sentence: 'is an index file that no package.json exports: import from the files themselves' }]
    return []
  })
}

/** The last word of a name is its kind: `swapUtils.ts`, `chain-helpers.ts`, `utils/x.ts`. */
function vagueWord(path: string): string | undefined {
  const segments = path
    .replace(code, '')
    .replace(/\.(?:d|int|test|e2e|hostile|bench|config|module)\b/g, '')
    .split('/')
  for (const segment of segments) {
    const last = segment
      .split(/[-_.]|(?<=[a-z0-9])(?=[A-Z])/)
      .at(-1)
      ?.toLowerCase()
    if (last !== undefined && vague.has(last)) return segment
  }
  return undefined
}

function isEntry({ dir, manifest }: Workspace, path: string): boolean {
  const named = JSON.stringify(manifest.exports ?? {})
  return dir !== '' && named.includes(`"./${posix.relative(dir, path)}"`)
}
