import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Messages } from './catalog.ts'
import { catalogProblems } from './catalogProblems.ts'
import { compileModal } from './compileModal.ts'
import { languages } from './languages.ts'

/** The modal's catalogs, and the folder of the modules that they are compiled to, which is not committed. */
export const modalCatalogs = 'packages/react/src/i18n/catalogs'
const compiledFolder = 'packages/react/src/i18n/compiled'

/** Compiles the modal's catalogs unless that is done; throws if one does not match English. */
export function writeTexts(root: string): void {
  const folder = join(root, compiledFolder)
  const stamp = join(folder, 'stamp.txt')
  const key = keyOf(root)
  if (read(stamp) === key) return
  const files = compileModal(readModal(root))
  for (const [path, code] of files) write(join(folder, path), code)
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    if (path.endsWith('.ts') && !files.has(path.replaceAll('\\', '/'))) rmSync(join(folder, path))
  write(stamp, key)
}

function readModal(root: string): Map<string, Messages> {
  const catalogs = new Map(
    languages.map((language) => [
      language,
      JSON.parse(readFileSync(join(root, modalCatalogs, `${language}.json`), 'utf8')) as Messages,
    ]),
  )
  const problems = [...catalogs].flatMap(([language, catalog]) =>
    catalogProblems(language, catalog, catalogs.get('en')!).map((problem) => `${language}.json: ${problem}`),
  )
  if (problems.length > 0) throw new Error(`${modalCatalogs}:\n${problems.join('\n')}`)
  return catalogs
}

/** The identity of what is compiled: the catalogs, and the compiler. */
function keyOf(root: string): string {
  const hash = createHash('sha256')
  for (const folder of [join(root, modalCatalogs), import.meta.dirname])
    for (const name of readdirSync(folder).sort()) hash.update(name).update(readFileSync(join(folder, name)))
  return hash.digest('hex')
}

/** In one step, since several test runs may write at once. */
function write(path: string, text: string): void {
  if (read(path) === text) return
  mkdirSync(dirname(path), { recursive: true })
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, text)
  renameSync(draft, path)
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined // not compiled yet
  }
}
