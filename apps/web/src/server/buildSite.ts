import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { namespaces } from '@billfold/protocol/caip'
import { fewFiles } from './fewFiles.ts'
import type { WebMode } from './readConfig.ts'
import { readPeerResults } from './readPeerResults.ts'
import { sourceHash } from './sourceHash.ts'

const repository = path.resolve(import.meta.dirname, '../../../..')
const web = path.join(repository, 'apps/web')

export type Build = { folder: string; id: string; built: boolean }

type Options = {
  dist?: string
  /** Fires with a description as each step begins. */
  onStep?: (step: string) => void
}

/**
 * The built site for a mode, built only if its sources changed. A build appears in `dist/<mode>/<hash>` by one rename,
 * so a killed one leaves nothing that could be served.
 */
export async function buildSite(
  mode: WebMode,
  { dist = path.join(web, 'dist'), onStep = () => {} }: Options = {},
): Promise<Build> {
  // The kit's texts: a server may start without npm, after a pull that changed them.
  await promisify(execFile)(process.execPath, [path.join(repository, 'tools/catalogs/main.ts')])
  const id = await sourceHash(repository)
  const home = path.join(dist, mode)
  const folder = path.join(home, id)
  if (await isFolder(folder)) return { folder, id, built: false }
  await mkdir(home, { recursive: true })
  await forgetDrafts(dist)
  const draft = await mkdtemp(path.join(dist, '.draft-'))
  try {
    const steps = buildSteps(mode, draft)
    for (const [at, [name, run]] of steps.entries()) {
      onStep(`building the site, step ${at + 1} of ${steps.length}: ${name}`)
      await run()
    }
    await rename(draft, folder).catch(async (e: NodeJS.ErrnoException) => {
      // Another process built the same sources first: its result is equal to ours.
      if (!(await isFolder(folder))) throw e
    })
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
  await forgetOld(home, id)
  return { folder, id, built: true }
}

/**
 * The pages, and the gallery, the headless sample and the documentation apart: sharing code with them would cut it into
 * more files, and visitors would pay for that.
 */
const buildSteps = (mode: WebMode, outDir: string): [name: string, run: () => Promise<void>][] => [
  [
    'the pages',
    async () => {
      await buildPages(mode, outDir, documentsOf(mode))
      await copyFamilyLogos(outDir)
    },
  ],
  ['the gallery of every view', () => buildPages(mode, outDir, ['gallery.html', 'motion.html'])],
  ['the page without the modal', () => buildPages(mode, outDir, ['headless.html'])],
  [
    'the documentation',
    async () => {
      await buildPages(mode, outDir, ['docs.html'])
      const { buildDocs } = await import('./docs/buildDocs.ts')
      await buildDocs(repository, outDir)
    },
  ],
  ['compressing the files', () => compressAll(outDir, brotliQuality[mode])],
]

async function buildPages(mode: WebMode, outDir: string, pages: readonly string[]): Promise<void> {
  const { build } = await import('vite')
  // Vite prefers the environment's value to ours. With a test runner's, pages would have React's development build,
  // which no visitor gets.
  const before = process.env.NODE_ENV
  process.env.NODE_ENV = 'production'
  await build({
    root: web,
    configFile: false,
    logLevel: 'warn',
    mode: 'production',
    define: { __LOCAL__: JSON.stringify(mode === 'local'), __PEERS__: JSON.stringify(await peerResults()) },
    build: {
      outDir,
      emptyOutDir: false,
      target: 'es2022',
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
      reportCompressedSize: false,
      rolldownOptions: {
        input: pages.map((name) => path.join(web, name)),
        ...(mode === 'local' && { output: fewFiles }),
      },
    },
  }).finally(() => {
    if (before === undefined) delete process.env.NODE_ENV
    else process.env.NODE_ENV = before
  })
}

/** The numbers beside peers: the report itself, so that a page never shows others. */
const peerResults = async () => readPeerResults(await readFile(path.join(repository, 'bench/peers/RESULTS.md'), 'utf8'))

const logoFolder = path.join(repository, 'apps/server/registry/images/assets')

/** The marks of the families: those of the registry's first network of each. */
async function copyFamilyLogos(outDir: string): Promise<void> {
  const names = await readdir(logoFolder)
  await mkdir(path.join(outDir, 'families'), { recursive: true })
  for (const namespace of namespaces) {
    const logo = names.sort().find((name) => name.startsWith(`${namespace}_`))
    if (!logo) throw new Error(`The registry has no mark for ${namespace}`)
    await copyFile(path.join(logoFolder, logo), path.join(outDir, 'families', `${namespace}.svg`))
  }
}

/** The page that plays a phone holds test keys: a production build has no trace of it. */
const documentsOf = (mode: WebMode): string[] => [
  'index.html',
  'proof.html',
  'playground.html',
  '404.html',
  ...(mode === 'local' ? ['phone.html'] : []),
]

/** Over a network the best compression is worth five seconds of a build; on this machine no one would notice. */
const brotliQuality: Record<WebMode, number> = { local: 5, production: 11 }

const compressible = /\.(css|html|js|json|svg|txt)$/

async function compressAll(folder: string, quality: number): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const entry of entries) {
    if (!entry.isFile() || !compressible.test(entry.name)) continue
    const file = path.join(entry.parentPath, entry.name)
    const body = await readFile(file)
    const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: body.length }
    await writeFile(`${file}.br`, await promisify(brotliCompress)(body, { params }))
    await writeFile(`${file}.gz`, await promisify(gzip)(body, { level: 9 }))
  }
}

const draftLifeMs = 3_600_000

/** Removes the leftovers of a killed build; a young draft may belong to another running process. */
async function forgetDrafts(dist: string): Promise<void> {
  for (const name of await readdir(dist)) {
    if (!name.startsWith('.draft-')) continue
    const draft = path.join(dist, name)
    const made = await stat(draft).then(
      ({ mtimeMs }) => mtimeMs,
      () => Date.now(),
    )
    if (Date.now() - made > draftLifeMs) await rm(draft, { recursive: true, force: true })
  }
}

/** Deletes older builds: a running server holds its own in memory. */
async function forgetOld(home: string, keep: string): Promise<void> {
  for (const name of await readdir(home))
    if (name !== keep) await rm(path.join(home, name), { recursive: true, force: true })
}

async function isFolder(place: string): Promise<boolean> {
  return stat(place).then(
    (entry) => entry.isDirectory(),
    () => false,
  )
}
