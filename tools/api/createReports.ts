import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { kitEntries } from '../pack/kitEntries.ts'
import { publicPackages } from './publicPackages.ts'
import { writeReport } from './writeReport.ts'

const run = promisify(execFile)

/** The reports of all packages that sites install, by the path where each is kept. */
export async function createReports(root: string): Promise<Map<string, string>> {
  const packages = await publicPackages(root)
  if (packages.length === 0) return new Map()
  const folder = await mkdtemp(join(root, 'node_modules/.billfold-api-'))
  try {
    const types = join(folder, 'types')
    const sources = packages.flatMap(({ entries }) => Object.values(entries))
    const styles = packages.some(({ folder: own }) => own === 'react') ? ['react/src/css.d'] : []
    await declare(root, { folder, types, sources: [...sources, ...styles] })
    return new Map(
      packages.map(({ name, folder: own, entries }) => {
        const rows = Object.entries(entries).map(([entry, source]) => [entry, join(types, `${source}.d.ts`)])
        return [reportPath(own), writeReport({ name, folder: own, entries: Object.fromEntries(rows) }, types)]
      }),
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const reportPath = (folder: string): string => `packages/${folder}/api.md`

/** Writes declarations without comments. Types are checked by a rule of their own, so here they are only inferred: that takes seconds. */
async function declare(root: string, { folder, types, sources }: { folder: string; types: string; sources: string[] }) {
  const within = (name: string) => [`@billfold/${name}/*`, [join(root, 'packages', name, 'src/*.ts')]]
  const entry = ([name, file]: [string, string]) => [
    name === 'index' ? '@billfold/react' : `@billfold/react/${name}`,
    [join(root, 'packages/react/src', `${file}.ts`)],
  ]
  const project = join(folder, 'tsconfig.json')
  const settings = {
    extends: join(root, 'tsconfig.base.json'),
    compilerOptions: {
      ...{
        types: [],
        noEmit: false,
        declaration: true,
        emitDeclarationOnly: true,
        noCheck: true,
        removeComments: true,
      },
      ...{ rootDir: join(root, 'packages'), outDir: types },
      // Found as packages they would be someone else's, and left out.
      paths: Object.fromEntries([
        ...['core', 'protocol', 'react'].map(within),
        ...Object.entries(kitEntries).map(entry),
      ]),
    },
    files: [...new Set(sources)].map((path) => join(root, 'packages', `${path}.ts`)),
  }
  await writeFile(project, JSON.stringify(settings))
  await run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', project], { cwd: root })
}
