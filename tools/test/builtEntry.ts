import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'

const root = resolve(import.meta.dirname, '../..')
const folder = join(root, '.billfold', 'built')

/** Parts that libraries look for and do without, and native ones, which stay where they are. */
const external = ['pg-native', 'pg-cloudflare', 'bufferutil', 'utf-8-validate', 'pino-pretty', '@nomicfoundation/edr']

/** Each entry's bundle in this process. */
const bundles = new Map<string, Promise<string>>()

/**
 * The program at a path of the repository as one file, built once for the same sources: from the sources, the API's server loads
 * 1,800 modules at each start, a second of the processor's time. Names and places in stack traces are readable, paths beside a
 * module are still those of its source.
 */
export function builtEntry(entry: string): Promise<string> {
  const known = bundles.get(entry) ?? bundle(entry)
  bundles.set(entry, known)
  return known
}

/** Those with the most to load. */
const heavy = ['server/src', 'server/src/relay', 'guardian/src', 'devnet/src', 'devnet/src/identity'].map((place) =>
  join(root, 'apps', place, 'main.ts'),
)

/** A stack's services, with bundles of those that have the most to load. */
export const fromBundles = <S extends { entry: string }>(services: readonly S[]): Promise<S[]> =>
  Promise.all(
    services.map(async (service) => {
      if (!heavy.includes(service.entry)) return service
      return { ...service, entry: await builtEntry(relative(root, service.entry)) }
    }),
  )

async function bundle(entry: string): Promise<string> {
  const [name, place] = [`${basename(dirname(entry))}.js`, join(folder, hashOf(entry))]
  if (existsSync(join(place, name))) return join(place, name)
  const { build } = await import('vite')
  await mkdir(folder, { recursive: true })
  const draft = await mkdtemp(join(folder, '.draft-'))
  const before = process.env.NODE_ENV
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [keepPlaces],
    ssr: { noExternal: true, target: 'node', external },
    build: {
      ssr: true,
      outDir: draft,
      copyPublicDir: false,
      minify: false,
      target: 'node24',
      rolldownOptions: {
        input: join(root, entry),
        output: { format: 'es', entryFileNames: name, chunkFileNames: '[name]-[hash].js' },
      },
    },
  }).finally(() => {
    // Vite sets it to production.
    if (before === undefined) delete process.env.NODE_ENV
    else process.env.NODE_ENV = before
  })
  await rename(draft, place).catch(async (error: unknown) => {
    // Another process was first with the same.
    await rm(draft, { recursive: true, force: true })
    if (!existsSync(join(place, name))) throw error
  })
  return join(place, name)
}

/** Modules find files beside themselves, and the bundle lies elsewhere. */
const keepPlaces: Plugin = {
  name: 'billfold-keep-places',
  enforce: 'pre',
  transform(code, id) {
    if (id.startsWith('\0') || !code.includes('import.meta.')) return
    return code
      .replaceAll(/\bimport\.meta\.url\b/g, JSON.stringify(pathToFileURL(id).href))
      .replaceAll(/\bimport\.meta\.dirname\b/g, JSON.stringify(dirname(id)))
      .replaceAll(/\bimport\.meta\.filename\b/g, JSON.stringify(id))
  },
}

/** A hash of all that can be in the bundle: any change gives another name. */
function hashOf(entry: string): string {
  const [, app] = /^(apps\/[^/]+)\//.exec(entry) ?? []
  if (!app) throw new Error(`${entry} is in no app.`)
  const places = [join(root, app, 'src'), join(root, 'packages/protocol/src')]
  const files = places.flatMap((place) =>
    readdirSync(place, { recursive: true, withFileTypes: true })
      .filter((file) => file.isFile() && !/\.test\.tsx?$/.test(file.name))
      .map((file) => join(file.parentPath, file.name)),
  )
  const hash = createHash('sha256').update(entry)
  for (const file of [...files.sort(), join(root, 'package-lock.json'), import.meta.filename])
    hash.update(relative(root, file)).update(readFileSync(file))
  return hash.digest('hex').slice(0, 20)
}
