import { createHash } from 'node:crypto'
import { cp, readdir, readFile, writeFile } from 'node:fs/promises'
import { builtinModules } from 'node:module'
import { basename, join, relative } from 'node:path'
import { build, type Plugin, type Rolldown } from 'vite'
import { type App, ownPlaces, replacements } from './apps.ts'

/** Optional parts of libraries, which look for them at run time and do without. */
const optional = ['pg-native', 'pg-cloudflare', 'bufferutil', 'utf-8-validate', 'pino-pretty']

/**
 * Bundles an app into a folder of plain JavaScript that imports nothing but Node's own modules. Returns the folders of the packages
 * that it contains.
 */
export async function bundleApp(root: string, app: App, outDir: string): Promise<string[]> {
  const migrations = await migrationsOf(root, app)
  const modules = new Set<string>()
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    mode: 'production',
    plugins: [replaceFiles(root), rewritePlaces(root), listModules(modules), assertComplete()],
    ssr: { noExternal: true, target: 'node', external: optional },
    build: {
      ssr: true,
      outDir,
      emptyOutDir: true,
      copyPublicDir: false,
      // Operators who read the code, or a stack trace, find our names in it.
      minify: false,
      target: 'node24',
      rolldownOptions: {
        // Comments name files from here.
        cwd: root,
        input: {
          ...Object.fromEntries(Object.entries(app.entries).map(([name, file]) => [name, join(root, file)])),
          ...Object.fromEntries(migrations.map((file) => [`migrations/${basename(file, '.ts')}`, file])),
        },
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  })
  if (app.hasPage) await buildPage(root, join(outDir, 'page'), modules)
  for (const [place, source] of Object.entries(app.data ?? {}))
    await cp(join(root, source), join(outDir, place), { recursive: true })
  await writeFile(join(outDir, 'package.json'), '{ "type": "module" }\n')
  if (migrations.length > 0) await writeChecksums(migrations, join(outDir, 'migrations/checksums.json'))
  return packageFolders(root, modules)
}

async function migrationsOf(root: string, { migrations }: App): Promise<string[]> {
  if (!migrations) return []
  const names = await readdir(join(root, migrations))
  return names
    .filter((name) => /^\d{4}_\w+\.ts$/.test(name))
    .sort()
    .map((name) => join(root, migrations, name))
}

/** A database remembers the hash of each migration's source, which must not change with the bundler. */
async function writeChecksums(migrations: string[], file: string): Promise<void> {
  const entries = await Promise.all(
    migrations.map(async (path) => {
      const text = (await readFile(path, 'utf8')).replaceAll('\r\n', '\n')
      return [basename(path, '.ts'), createHash('sha256').update(text).digest('hex')]
    }),
  )
  await writeFile(file, `${JSON.stringify(Object.fromEntries(entries), undefined, 2)}\n`)
}

/** Builds the wallet's page as its own server does from the sources. */
async function buildPage(root: string, outDir: string, modules: Set<string>): Promise<void> {
  await build({
    configFile: join(root, 'apps/frame/vite.config.ts'),
    plugins: [listModules(modules)],
    worker: { plugins: () => [listModules(modules)] },
    build: { outDir, emptyOutDir: true },
  })
}

/** Adds the modules that reach the output. */
const listModules = (modules: Set<string>): Plugin => ({
  name: 'billfold-list-modules',
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle))
      if (chunk.type === 'chunk') for (const id of chunk.moduleIds) modules.add(id)
  },
})

const replaceFiles = (root: string): Plugin => ({
  name: 'billfold-replace-files',
  enforce: 'pre',
  async resolveId(source, importer, options) {
    const resolved = await this.resolve(source, importer, { ...options, skipSelf: true })
    const other = resolved ? replacements[relative(root, resolved.id)] : undefined
    return other === undefined ? resolved : join(root, other)
  },
})

const rewritePlaces = (root: string): Plugin => ({
  name: 'billfold-rewrite-places',
  enforce: 'pre',
  transform(code, id) {
    // Virtual modules are the bundler's own.
    if (id.startsWith('\0') || !code.includes('import.meta')) return
    const path = relative(root, id)
    const place = ownPlaces[path]
    if (!place) {
      if (path.includes('node_modules/')) return
      throw new Error(`${path} uses import.meta: name its place in tools/release/apps.ts.`)
    }
    const [source, built] = [place.source, place.built].map((text) => `new URL(${text}, import.meta.url)`)
    const parts = code.split(source!)
    if (parts.length !== 2 || parts.some((part) => part.includes('import.meta')))
      throw new Error(`${path} must contain ${source} once, and no other import.meta.`)
    return { code: parts.join(built), map: null }
  },
})

const builtin = new Set(builtinModules.flatMap((name) => [name, `node:${name}`]))

/** Fails if the output imports what the release lacks. */
const assertComplete = (): Plugin => ({
  name: 'billfold-assert-complete',
  generateBundle(_options, bundle) {
    const isOurs = (name: string) => Object.hasOwn(bundle, name)
    for (const chunk of Object.values(bundle) as Rolldown.OutputChunk[]) {
      if (chunk.type !== 'chunk') throw new Error(`${(chunk as { fileName: string }).fileName} is no script.`)
      for (const name of [...chunk.imports, ...chunk.dynamicImports])
        if (!isOurs(name) && !builtin.has(name) && !optional.includes(name))
          throw new Error(`${chunk.fileName} imports ${name}, which would be missing from the release.`)
    }
  },
})

/** The folders of packages, from the ids of their modules. */
function packageFolders(root: string, modules: ReadonlySet<string>): string[] {
  const folders = new Set<string>()
  for (const id of modules) {
    const path = relative(root, id.replace(/^\0/, '').replace(/[?#].*$/, ''))
    const folder = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0]
    if (folder && !path.startsWith('..')) folders.add(folder)
  }
  return [...folders].sort()
}
