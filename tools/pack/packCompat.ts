import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'vite'
import { declarePackage } from './declarePackage.ts'
import { finishPackage } from './finishPackage.ts'
import { packageManifest, readVersion } from './packageManifest.ts'

const made = ['appkit-compat']
const source = 'packages/appkit-compat'

/**
 * Makes the package for sites that move from AppKit: `@billfold/appkit-compat` over the kit that is installed beside
 * it.
 */
export async function packCompat(root: string, outDir: string, { types = true } = {}): Promise<void> {
  await rm(outDir, { recursive: true, force: true })
  await mkdir(outDir, { recursive: true })
  const { exports, peerDependencies, peerDependenciesMeta } = JSON.parse(
    await readFile(join(root, source, 'package.json'), 'utf8'),
  )
  const entries = Object.fromEntries(
    Object.entries(exports as Record<string, string>).map(([path, file]) => [
      path === '.' ? 'index' : path.slice('./'.length),
      file.replace(/^\.\/|\.ts$/g, ''),
    ]),
  )
  const declared = Object.fromEntries(Object.entries(entries).map(([name, file]) => [name, `appkit-compat/${file}`]))
  await Promise.all([
    bundleCompat(root, outDir, entries),
    types && declarePackage(root, outDir, { packages: [], entries: declared, beside: ['react/src/css.d'] }),
  ])
  const manifest = {
    ...(await packageManifest(root, made, entries)),
    // The site's own kit, not a second one: hooks find their kit there.
    peerDependencies: { '@billfold/react': `^${await readVersion(root)}`, ...peerDependencies },
    peerDependenciesMeta,
  }
  await finishPackage(root, outDir, { manifest, made, readme: source })
}

async function bundleCompat(root: string, outDir: string, entries: Record<string, string>): Promise<void> {
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    oxc: { jsx: { runtime: 'automatic' } },
    build: {
      outDir,
      emptyOutDir: false,
      minify: false,
      sourcemap: true,
      target: 'es2022',
      lib: {
        entry: Object.fromEntries(
          Object.entries(entries).map(([name, file]) => [name, join(root, source, `${file}.ts`)]),
        ),
        formats: ['es'],
      },
      rolldownOptions: {
        external: (id) => !/^[./\0]/.test(id),
        output: {
          chunkFileNames: 'chunks/[name]-[hash].js',
          banner: ({ name, isEntry }) => (isEntry && /react/.test(name) ? "'use client';" : ''),
        },
      },
    },
  })
}
