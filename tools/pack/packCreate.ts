import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'vite'
import { readVersion } from './packageManifest.ts'

/** Makes `create-billfold`, which `npm create billfold` runs: one file for Node 20 and newer, with no dependencies. */
export async function packCreate(root: string, outDir: string): Promise<void> {
  await rm(outDir, { recursive: true, force: true })
  await mkdir(outDir, { recursive: true })
  const source = join(root, 'packages/create')
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    build: {
      outDir,
      emptyOutDir: false,
      minify: false,
      target: 'node20',
      lib: { entry: { main: join(source, 'src/main.ts') }, formats: ['es'] },
      rolldownOptions: { external: /^node:/, platform: 'node', output: { banner: '#!/usr/bin/env node' } },
    },
  })
  const { name, description, license } = JSON.parse(await readFile(join(source, 'package.json'), 'utf8'))
  const manifest = {
    ...{ name, version: await readVersion(root), description, license, type: 'module' },
    engines: { node: '>=20' },
    bin: { 'create-billfold': './main.js' },
    files: ['main.js'],
  }
  await writeFile(join(outDir, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  await copyFile(join(root, 'LICENSE'), join(outDir, 'LICENSE'))
  await copyFile(join(source, 'README.md'), join(outDir, 'README.md'))
}
