import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Files that differ from `base` in the working tree, untracked ones included. `base` is the last commit shared with the upstream, or HEAD if there is no upstream. */
export async function readChangedFiles(root: string, base?: string): Promise<string[]> {
  const git = async (...args: string[]) => {
    const { stdout } = await run('git', args, { cwd: root, maxBuffer: 1 << 26, timeout: 30_000 })
    return stdout
  }
  const upstream = () => git('merge-base', 'HEAD', '@{upstream}').catch(() => 'HEAD')
  const from = base ?? (await upstream()).trim()
  const [tracked, untracked] = await Promise.all([
    git('diff', '--name-only', '--no-renames', '-z', from, '--'),
    git('ls-files', '--others', '--exclude-standard', '-z'),
  ])
  return [...new Set(`${tracked}${untracked}`.split('\0').filter(Boolean))].sort()
}
