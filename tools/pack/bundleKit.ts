import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
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
  await moveRuntime(join(outDir, 'chunks'))
  // For server components, which may render a button: this makes it run in the browser. Other bundlers warn of the
  // directive.
  const index = await readFile(join(outDir, 'index.js'), 'utf8')
  await writeFile(join(outDir, `${serverFile}.js`), `'use client';\n${index.replace(/\/\/# sourceMappingURL=.*/, '')}`)
}

/**
 * Moves the bundler's own helper, which it keeps in a file of 150 bytes, into the file of the button, which every other
 * one imports: a request less for each dialog.
 */
async function moveRuntime(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.js'))
  const runtime = names.find((name) => name.startsWith('rolldown-runtime-'))
  const button = names.find((name) => name.startsWith('billfold-'))
  if (!runtime || !button) throw new Error('The bundler keeps its helper elsewhere: see moveRuntime')
  const helper = await readFile(join(folder, runtime), 'utf8')
  const exported = /export \{ (\w+) as t \};/.exec(helper)
  if (!exported) throw new Error('The bundler exports its helper in another way: see moveRuntime')
  const [line, name] = exported
  for (const each of names) {
    const path = join(folder, each)
    const code = await readFile(path, 'utf8')
    if (each === button) {
      const [begin, end] = code.split('\n//# sourceMappingURL=')
      const added = helper.replace(line, `export { ${name} };`)
      await writeFile(path, [`${begin}\n${added}`, end].join('\n//# sourceMappingURL='))
    } else if (code.includes(runtime)) {
      const moved: string = code.replace(`{ t as ${name} } from "./${runtime}"`, `{ ${name} } from "./${button}"`)
      if (moved.includes(runtime))
        throw new Error(`${each} imports the bundler's helper in another way: see moveRuntime`)
      await writeFile(path, moved)
    }
  }
  await rm(join(folder, runtime))
}
