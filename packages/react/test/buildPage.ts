import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm, rmdir, stat, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

/** How to build a page; by default as a site's own build does. */
export type PageBuild = {
  /** React 18 in place of ours, for sites that have not upgraded. */
  react?: 18 | 19
  /**
   * React's development build, in code that one can read: its warnings are errors of the console. A visit then takes two thirds
   * more of the processor's time.
   */
  isDevelopment?: boolean
}

const harness = fileURLToPath(new URL('./page', import.meta.url))
const repository = fileURLToPath(new URL('../../..', import.meta.url))
const builds = join(tmpdir(), 'billfold-pages')
/** Longer than any run of the tests; what one uses is young again. */
const buildLifeMs = 3_600_000
/** Longer than any build: who began it is gone. */
const lockLifeMs = 120_000

/** React 18 in place of ours, for sites that have not upgraded. */
const eighteen = ['react', 'react-dom'].map((name) => ({
  find: new RegExp(`^${name}(/.*)?$`),
  replacement: `${name}-18$1`,
}))

type Graph = { getModuleInfo(id: string): { dynamicImporters: readonly string[] } | null }

/**
 * Code that parts share is one file: a visit fetches 27 in place of 140, in four fifths of the processor's time. What
 * loads later keeps its own file, which tests hold back by its name.
 */
const fewFiles = {
  // Otherwise the shared file would need a later one before it has run.
  strictExecutionOrder: true,
  codeSplitting: {
    groups: [
      {
        name: (id: string, graph: Graph) => (graph.getModuleInfo(id)?.dynamicImporters.length ? null : 'shared'),
        minShareCount: 2,
      },
    ],
  },
}

/**
 * Bundles pages as a site would, by default those of the harness, and returns their folder. The same sources are built
 * once for all files of a run: the folder is shared, and no one may remove it. Modules instead of pages are for a
 * server.
 */
export async function buildPage(
  root = harness,
  pages: readonly string[] = ['index.html', 'plain.html', 'rendered.html'],
  how: PageBuild = {},
): Promise<string> {
  const folder = join(builds, nameOf(root, pages, how))
  if (await isUsed(folder)) return folder
  await mkdir(builds, { recursive: true })
  const lock = `${folder}.lock`
  // Files that begin together want the same page: one builds it, and the others wait.
  while (!(await takes(lock))) {
    if (await isUsed(folder)) return folder
    const { mtimeMs } = await stat(lock).catch(() => ({ mtimeMs: Date.now() }))
    if (Date.now() - mtimeMs > lockLifeMs) break
    await sleep(50)
  }
  try {
    if (!(await isUsed(folder))) await build(folder, root, pages, how)
  } finally {
    await rmdir(lock).catch(() => undefined) // another's, who took it for one that was left
  }
  return folder
}

const takes = (lock: string): Promise<boolean> =>
  mkdir(lock).then(
    () => true,
    () => false,
  )

async function build(folder: string, root: string, pages: readonly string[], how: PageBuild): Promise<void> {
  await forgetOld()
  const draft = await mkdtemp(join(builds, '.draft-'))
  const bundled = lastBundle.then(() => bundle(draft, root, pages, how))
  lastBundle = bundled.catch(() => undefined)
  await bundled
  await rename(draft, folder).catch(async (error: unknown) => {
    // Another file's worker was first with the same.
    await rm(draft, { recursive: true, force: true })
    if (!(await isUsed(folder))) throw error
  })
}

/** One at a time in a process: the environment says which React it gets. */
let lastBundle: Promise<unknown> = Promise.resolve()

async function bundle(outDir: string, root: string, pages: readonly string[], how: PageBuild): Promise<void> {
  const isForServer = pages.every((page) => !page.endsWith('.html'))
  const [vite, { default: reactPlugin }] = await Promise.all([import('vite'), import('@vitejs/plugin-react')])
  const before = process.env.NODE_ENV
  process.env.NODE_ENV = how.isDevelopment || isForServer ? 'development' : 'production'
  const building = vite.build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [reactPlugin()],
    resolve: { alias: how.react === 18 ? eighteen : [] },
    // With the React of the parameter, not the one that Node would resolve.
    ssr: { noExternal: true },
    build: {
      ssr: isForServer,
      outDir,
      emptyOutDir: true,
      minify: !how.isDevelopment && !isForServer,
      modulePreload: { polyfill: false },
      target: 'es2022',
      rollupOptions: { input: pages.map((page) => join(root, page)), ...(isForServer ? {} : { output: fewFiles }) },
    },
  })
  await building.finally(() => {
    if (before === undefined) delete process.env.NODE_ENV
    else process.env.NODE_ENV = before
  })
}

/**
 * A hash of all inputs of a page: any change gives another name. Read synchronously: a thousand awaits are slow on a
 * busy machine.
 */
function nameOf(root: string, pages: readonly string[], { react = 19, isDevelopment = false }: PageBuild): string {
  const packages = ['core', 'protocol', 'react', 'testkit'].flatMap((name) =>
    ['src', 'gallery'].map((part) => join(repository, 'packages', name, part)),
  )
  const own = root === harness ? [harness] : [join(root, 'src'), ...pages.map((page) => join(root, page))]
  const hash = createHash('sha256').update(JSON.stringify([root, pages, react, isDevelopment]))
  for (const place of [...packages, ...own, join(repository, 'package-lock.json'), fileURLToPath(import.meta.url)])
    for (const file of filesUnder(place)) hash.update(file).update(readFileSync(file))
  return hash.digest('hex').slice(0, 20)
}

function filesUnder(place: string): string[] {
  const stats = statSync(place, { throwIfNoEntry: false })
  if (!stats) return []
  if (!stats.isDirectory()) return [place]
  const entries = readdirSync(place, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}

const isUsed = (folder: string): Promise<boolean> =>
  utimes(folder, new Date(), new Date()).then(
    () => true,
    () => false,
  )

async function forgetOld(): Promise<void> {
  for (const name of await readdir(builds)) {
    const place = join(builds, name)
    const { mtimeMs } = await stat(place).catch(() => ({ mtimeMs: Date.now() }))
    if (Date.now() - mtimeMs > buildLifeMs) await rm(place, { recursive: true, force: true })
  }
}
