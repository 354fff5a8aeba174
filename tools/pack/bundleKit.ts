import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'vite'
import { kitChunks } from './kitChunks.ts'
import { kitEntries, serverFile } from './kitEntries.ts'

/** Bundles this repository's code; other packages stay imports that a site installs. */
export const isOthers = (id: string): boolean => !/^(?:[./\0]|@billfold\/)/.test(id)

/** Bundles the kit with the packages of this repository that it consists of. */
export async function bundleKit(root: string, outDir: string): Promise<void> {
  const entries = Object.entries(kitEntries).map(([name, file]) => [
    name,
    join(root, 'packages/react/src', `${file}.ts`),
  ])
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    // Whatever NODE_ENV is: React's production build lacks the functions of development's JSX.
    oxc: { jsx: { runtime: 'automatic', development: false } },
    build: {
      outDir,
      emptyOutDir: false,
      // The site's own bundler minifies, and stack traces keep their names.
      minify: false,
      cssMinify: true,
      sourcemap: true,
      target: 'es2022',
      lib: { entry: Object.fromEntries(entries), formats: ['es'] },
      rolldownOptions: {
        external: isOthers,
        output: {
          chunkFileNames: 'chunks/[name]-[hash].js',
          codeSplitting: { groups: kitChunks(root) },
        },
      },
    },
  })
  // For server components, which may render a button: this makes it run in the browser. Other bundlers warn of the
  // directive.
  const index = await readFile(join(outDir, 'index.js'), 'utf8')
  await writeFile(join(outDir, `${serverFile}.js`), `'use client';\n${index.replace(/\/\/# sourceMappingURL=.*/, '')}`)
}
