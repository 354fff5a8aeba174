import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const skipped = new Set(['node_modules', 'dist', 'coverage', '.git', '.billfold'])

/** Every file that is or could be committed, as sorted paths relative to `root` with forward slashes. */
export async function listFiles(root: string): Promise<string[]> {
  const files = existsSync(join(root, '.git')) ? await listWithGit(root) : await walk(root, '')
  return files.sort()
}

async function listWithGit(root: string): Promise<string[]> {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const { stdout } = await run('git', args, { cwd: root, maxBuffer: 1 << 26, timeout: 30_000 }).catch(() => ({
    stdout: undefined,
  }))
  // A tarball of the repository, or a machine without git: list the folder itself.
  if (stdout === undefined) return walk(root, '')
  return [...new Set(stdout.split('\0'))].filter((file) => file !== '' && existsSync(join(root, file)))
}

async function walk(root: string, folder: string): Promise<string[]> {
  const entries = await readdir(join(root, folder), { withFileTypes: true })
  const nested = entries.map(async (entry) => {
    if (skipped.has(entry.name) || entry.name.endsWith('.log')) return []
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (entry.isDirectory()) return walk(root, path)
    return entry.isFile() ? [path] : []
  })
  return (await Promise.all(nested)).flat()
}
