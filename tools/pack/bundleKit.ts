import { join } from 'node:path'
import { build } from 'vite'
import { kitChunks } from './kitChunks.ts'

/** What a site may import, and the file it is written in. */
export const kitEntries = {
  '.': 'index',
  './networks': 'networks',
  './solana': 'solanaSigner',
  './siwx': 'siwx',
  './wagmi': 'wagmi',
} as const

/** Bundles the kit with the packages of this repository that it is made of; those of others stay what a site installs. */
export async function bundleKit(root: string, outDir: string): Promise<void> {
  const entries = Object.values(kitEntries).map((name) => [name, join(root, 'packages/react/src', `${name}.ts`)])
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    oxc: { jsx: { runtime: 'automatic' } },
    build: {
      outDir,
      emptyOutDir: false,
      // The site's own bundler does it, and whoever reads a stack trace is glad of the names.
      minify: false,
      cssMinify: true,
      target: 'es2022',
      lib: { entry: Object.fromEntries(entries), formats: ['es'] },
      rolldownOptions: {
        external: (id) => !/^(?:[./\0]|@billfold\/)/.test(id),
        output: {
          chunkFileNames: 'chunks/[name]-[hash].js',
          codeSplitting: { groups: kitChunks(root) },
        },
      },
    },
  })
}
