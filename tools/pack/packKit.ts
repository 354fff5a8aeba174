import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { bundleKit } from './bundleKit.ts'
import { declareKit } from './declareKit.ts'
import { kitManifest } from './kitManifest.ts'
import { linkDependencies } from './linkDependencies.ts'

/** Makes the package that a site installs: `@billfold/react` in plain JavaScript, with types. */
export async function packKit(root: string, outDir: string, { types = true } = {}): Promise<void> {
  await rm(outDir, { recursive: true, force: true })
  await mkdir(outDir, { recursive: true })
  await Promise.all([bundleKit(root, outDir), types ? declareKit(root, join(outDir, 'types')) : undefined])
  await writeFile(join(outDir, 'package.json'), `${JSON.stringify(await kitManifest(root), null, 2)}\n`)
  await linkDependencies(root, outDir)
  await copyFile(join(root, 'LICENSE'), join(outDir, 'LICENSE'))
}
