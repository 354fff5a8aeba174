import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { build, type Plugin, type Rolldown } from 'vite'
import { isOthers } from './bundleKit.ts'

/** The file for pages without a bundler, inside the kit's package. */
export const scriptFile = 'script/billfold.js'

export type BuiltScript = {
  code: string
  /** The value of the tag's `integrity`. */
  integrity: string
}

/**
 * Bundles the kit, React and all that they need into one script that loads no other: `integrity` covers only the file of
 * its tag, and chunks would load without a check. Optional SDKs of wallets stay outside: a page that wants one names it
 * in its import map.
 */
export async function bundleScript(root: string): Promise<BuiltScript> {
  const own = await runtimePackages(root)
  const isOptional = (id: string, importer = '') =>
    isOthers(id) && !importer.includes('/node_modules/') && !own.has(/^(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? '')
  const [{ output }] = (await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [withoutFont],
    define: { 'process.env.NODE_ENV': '"production"' },
    oxc: { jsx: { runtime: 'automatic', development: false } },
    build: {
      write: false,
      minify: true,
      target: 'es2022',
      lib: { entry: join(root, 'packages/react/src/scriptTag.ts'), formats: ['iife'], name: 'Billfold' },
      rolldownOptions: { external: isOptional, output: { codeSplitting: false } },
    },
  })) as [Rolldown.RolldownOutput]
  const [{ code, imports }, ...others] = output
  const outside = [...imports, ...others.map(({ fileName }) => fileName)]
  if (outside.length > 0) throw new Error(`The script must be one file that imports nothing: ${outside.join(', ')}`)
  return { code, integrity: `sha384-${createHash('sha384').update(code).digest('base64')}` }
}

/** In one file the typeface would come before the button: such a page keeps the system's, or names its own. */
const withoutFont: Plugin = {
  name: 'without-font',
  load: (id) => (/\/theme\/fonts\/golos\w+\.ts$/.test(id) ? "export const woff2 = '', range = ''" : null),
}

/** The packages that the kit declares at run time, and React. */
async function runtimePackages(root: string): Promise<ReadonlySet<string>> {
  const manifests = await Promise.all(
    ['react', 'core', 'protocol'].map(async (name) =>
      JSON.parse(await readFile(join(root, 'packages', name, 'package.json'), 'utf8')),
    ),
  )
  return new Set(['react', 'react-dom', ...manifests.flatMap(({ dependencies }) => Object.keys(dependencies))])
}

/** Adds the script to a packed kit, with the hash in a file beside it. */
export async function addScript(root: string, outDir: string): Promise<void> {
  const { code, integrity } = await bundleScript(root)
  const file = join(outDir, scriptFile)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, code)
  await writeFile(`${file}.integrity`, `${integrity}\n`)
}
