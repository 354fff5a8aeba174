import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'

const repository = path.resolve(import.meta.dirname, '../../../..')
const frame = path.join(repository, 'apps/frame')

/** Printed before a build, which may take seconds. */
export const buildNotice = '… building the wallet’s page'

type Options = {
  /** The page's entry; tests have their own. */
  entry?: string
  dist?: string
}

/** Builds the page into a folder if its sources have changed, and returns the folder. Builds are reproducible, and appear by one rename. */
export async function buildFrame({
  entry = path.join(frame, 'src/page/main.ts'),
  dist = path.join(frame, 'dist'),
}: Options = {}): Promise<string> {
  const folder = path.join(dist, await sourceHash(entry))
  if (await isFolder(folder)) return folder
  await mkdir(dist, { recursive: true })
  const draft = await mkdtemp(path.join(dist, '.draft-'))
  try {
    const { build } = await import('vite')
    await build({
      configFile: path.join(frame, 'vite.config.ts'),
      build: { outDir: draft, emptyOutDir: false, rolldownOptions: { input: entry } },
    })
    await rename(draft, folder).catch(async (error: NodeJS.ErrnoException) => {
      // Another process built the same sources first: its result is as good as ours.
      if (!(await isFolder(folder))) throw error
    })
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
  return folder
}

/** A hash of everything that the build depends on. */
async function sourceHash(entry: string): Promise<string> {
  const hash = createHash('sha256').update(path.relative(repository, entry))
  const places = [path.join(frame, 'src'), path.join(repository, 'packages/protocol/src'), path.dirname(entry)]
  const files = new Set((await Promise.all(places.map(filesUnder))).flat())
  for (const file of [
    ...[...files].sort(),
    ...['package-lock.json', 'apps/frame/vite.config.ts'].map((name) => path.join(repository, name)),
  ])
    hash
      .update(`${path.relative(repository, file)}\0`)
      .update(await readFile(file))
      .update('\0')
  return hash.digest('hex').slice(0, 20)
}

async function filesUnder(place: string): Promise<string[]> {
  const entries = await readdir(place, { recursive: true, withFileTypes: true })
  return entries
    .filter((each) => each.isFile() && !/\.test\.ts$/.test(each.name))
    .map((each) => path.join(each.parentPath, each.name))
}

const isFolder = (place: string): Promise<boolean> =>
  stat(place).then(
    (stats) => stats.isDirectory(),
    () => false,
  )
