import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { deadLinks } from './deadLinks.ts'
import { linkDependencies } from './linkDependencies.ts'
import type { PackedManifest } from './packageManifest.ts'

/**
 * Adds the common files of a package: its manifest, its README, the license, and its dependencies for those who install
 * the folder.
 */
export async function finishPackage(
  root: string,
  outDir: string,
  { manifest, made, readme }: { manifest: PackedManifest; made: string[]; readme: string },
): Promise<void> {
  await writeFile(join(outDir, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  await copyFile(join(root, 'LICENSE'), join(outDir, 'LICENSE'))
  const page = await readFile(join(root, readme, 'README.md'), 'utf8')
  const dead = deadLinks(page)
  if (dead.length > 0) throw new Error(`${readme}/README.md has links that are dead on npm: ${dead.join(', ')}`)
  await writeFile(join(outDir, 'README.md'), page)
  await linkDependencies(root, outDir, { dependencies: manifest.dependencies, made })
}
