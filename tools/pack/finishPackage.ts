import { copyFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { linkDependencies } from './linkDependencies.ts'
import type { PackedManifest } from './packageManifest.ts'

/** Adds what every package has: what it says of itself, its README, the licence, and what it needs for who installs the folder. */
export async function finishPackage(
  root: string,
  outDir: string,
  { manifest, made, readme }: { manifest: PackedManifest; made: string[]; readme: string },
): Promise<void> {
  await writeFile(join(outDir, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  await copyFile(join(root, 'LICENSE'), join(outDir, 'LICENSE'))
  await copyFile(join(root, readme, 'README.md'), join(outDir, 'README.md'))
  await linkDependencies(root, outDir, { dependencies: manifest.dependencies, made })
}
