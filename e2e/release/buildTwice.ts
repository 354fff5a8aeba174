import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const root = resolve(import.meta.dirname, '../..')

/** Builds the last commit in two clones whose paths have different lengths, and returns their folders of artifacts. */
export async function buildTwice(): Promise<[string, string]> {
  return [await buildRelease('HEAD'), await buildRelease('HEAD', [], 'another/with-a-longer-path')]
}

/** Builds a commit in a clone of its own, and returns the folder of artifacts, two below the clone. */
export async function buildRelease(commit: string, flags: readonly string[] = [], name = 'one'): Promise<string> {
  const clone = join(await mkdtemp(join(tmpdir(), 'billfold-release-')), name)
  const git = (...args: string[]) => run('git', args, { cwd: root })
  const { stdout: hash } = await git('rev-parse', commit)
  await git('clone', '--quiet', '--no-checkout', root, clone)
  await run('git', ['checkout', '--quiet', hash.trim()], { cwd: clone })
  const { stdout: changes } = await git('diff', '--name-only', hash.trim(), '--', 'package-lock.json')
  if (changes.trim() === '') await shareInstalled(clone)
  else await run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: clone, maxBuffer: 1 << 26 })
  await share(clone, '.billfold/release')
  await run(process.execPath, ['tools/release/main.ts', ...flags], { cwd: clone, maxBuffer: 1 << 26 })
  return join(clone, 'dist/release')
}

/** Hard links to what is installed, so that a clone needs no network. Everything in it is checked by its hash again. */
async function shareInstalled(clone: string): Promise<void> {
  const { stdout } = await run('git', ['ls-files', 'package.json', 'packages/*/package.json', 'apps/*/package.json'], {
    cwd: root,
  })
  for (const manifest of stdout.trim().split('\n'))
    await share(clone, manifest.replace(/package\.json$/, 'node_modules'))
}

async function share(clone: string, path: string): Promise<void> {
  if (!existsSync(join(root, path))) return
  await mkdir(resolve(clone, path, '..'), { recursive: true })
  await run('cp', ['--archive', '--link', join(root, path), join(clone, path)])
}
