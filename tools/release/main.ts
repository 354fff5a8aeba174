import { execFileSync, spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { pinnedNode, pinnedVersion } from '../setup/chooseNode.mjs'
import { fetchNode } from '../setup/fetchNode.mjs'
import { SetupError } from '../setup/setupError.mjs'
import { buildRelease } from './buildRelease.ts'
import { type Arch, arches } from './debianPackages.ts'
import { ReleaseError } from './releaseError.ts'

// npm run release [-- --arch x64 --only frame,guardian --no-images --out folder --allow-changes]: builds the artifacts of the commit
// that is checked out, into dist/release.

const root = resolve(import.meta.dirname, '../..')
const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()

try {
  if (process.versions.node === pinnedVersion) await main()
  else await runUnderPinnedNode()
} catch (error) {
  if (!(error instanceof ReleaseError || error instanceof SetupError)) throw error
  console.error(error.message)
  process.exitCode = 1
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      arch: { type: 'string', multiple: true, default: Object.keys(arches) },
      only: { type: 'string' },
      out: { type: 'string', default: join(root, 'dist/release') },
      'no-images': { type: 'boolean', default: false },
      'allow-changes': { type: 'boolean', default: false },
    },
  })
  const unknown = values.arch.find((arch) => !Object.hasOwn(arches, arch))
  if (unknown !== undefined) throw new ReleaseError(`--arch must be x64 or arm64, not ${unknown}.`)
  const changes = git('status', '--porcelain')
  if (changes !== '' && !values['allow-changes'])
    throw new ReleaseError(
      `The working tree has changes, so no one could build the same. Commit them first:\n${changes}`,
    )
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }
  const outDir = resolve(values.out)
  await buildRelease({
    ...{ root, outDir, version },
    commit: git('rev-parse', 'HEAD'),
    seconds: Number(git('log', '-1', '--format=%ct')),
    arches: values.arch as Arch[],
    hasImages: !values['no-images'],
    ...(values.only ? { names: values.only.split(',') } : {}),
    say: (line) => console.log(line),
  })
  console.log(`Version ${version} is in ${outDir}: its hashes are in SHA256SUMS.`)
}

/** Compressed bytes depend on Node's zlib: everyone compresses with the pinned one. */
async function runUnderPinnedNode(): Promise<void> {
  const build = `${process.platform}-${process.arch}`
  if (!['linux-x64', 'linux-arm64'].includes(build))
    throw new ReleaseError(`Releases are built on Linux, not on ${build}.`)
  const path = join(root, '.billfold/release', `node-${build}-${pinnedVersion}`, 'bin/node')
  await fetchNode({ path, ...pinnedNode(build) }, { node: process.execPath, root, env: process.env })
  const { status } = spawnSync(path, process.argv.slice(1), { stdio: 'inherit' })
  process.exitCode = status ?? 1
}
