import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

/** The sources of a build of the site, relative to the repository. */
const sources = [
  'apps/web/index.html',
  'apps/web/proof.html',
  'apps/web/playground.html',
  'apps/web/headless.html',
  'apps/web/gallery.html',
  'apps/web/motion.html',
  'apps/web/phone.html',
  'apps/web/404.html',
  'apps/web/docs.html',
  'docs',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'package.json',
  'apps/web/public',
  'apps/web/src',
  'packages/react/src',
  'packages/react/gallery',
  'packages/core/src',
  'packages/protocol/src',
  'packages/testkit/src',
  'apps/server/registry/images/assets',
  'bench/peers/RESULTS.md',
  'package-lock.json',
]

/** One name for everything that the build depends on: the same sources have the same name, any change another. */
export async function sourceHash(root: string): Promise<string> {
  const hash = createHash('sha256')
  for (const source of sources)
    for (const file of await filesUnder(path.join(root, source))) {
      hash.update(`${path.relative(root, file)}\0`)
      hash.update(await readFile(file))
      hash.update('\0')
    }
  return hash.digest('hex').slice(0, 20)
}

async function filesUnder(place: string): Promise<string[]> {
  const entries = await readdir(place, { recursive: true, withFileTypes: true }).catch((e: NodeJS.ErrnoException) => {
    if (e.code === 'ENOTDIR') return null
    if (e.code === 'ENOENT') return []
    throw e
  })
  if (!entries) return [place]
  return entries
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort()
}
