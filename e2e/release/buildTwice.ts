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
  const parent = await mkdtemp(join(tmpdir(), 'billfold-release-'))
  const clones = [join(parent, 'one'), join(parent, 'another/with-a-longer-path')] as const
  const { stdout: commit } = await run('git', ['rev-parse', 'HEAD'], { cwd: root })
  const built: string[] = []
  for (const clone of clones) {
    await run('git', ['clone', '--quiet', '--no-checkout', root, clone])
    await run('git', ['checkout', '--quiet', commit.trim()], { cwd: clone })
    await shareInstalled(clone)
    await run(process.execPath, ['tools/release/main.ts'], { cwd: clone, maxBuffer: 1 << 26 })
    built.push(join(clone, 'dist/release'))
  }
  return built as [string, string]
}

/** Hard links to what is installed, so that a clone needs no network. Everything in it is checked by its hash again. */
async function shareInstalled(clone: string): Promise<void> {
  const { stdout } = await run('git', ['ls-files', 'package.json', 'packages/*/package.json', 'apps/*/package.json'], {
    cwd: root,
  })
  const modules = stdout
    .trim()
    .split('\n')
    .map((manifest) => manifest.replace(/package\.json$/, 'node_modules'))
  for (const path of [...modules, '.billfold/release'].filter((each) => existsSync(join(root, each)))) {
    await mkdir(resolve(clone, path, '..'), { recursive: true })
    await run('cp', ['--archive', '--link', join(root, path), join(clone, path)])
  }
}
