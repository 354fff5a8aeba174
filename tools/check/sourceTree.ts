import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { listFiles } from './listFiles.ts'
import type { Problem } from './problem.ts'
import { readWorkspaces } from './workspaces.ts'

const page = 'docs/architecture.md'
/** A word that names something: `api/`, `relay/main.ts`; not `protocol/api`, nor a path's end within another word. */
const named = /(?<![\w./@*-])(?:[\w-]+\/)+(?![\w.*…])|(?<![\w./@*-])(?:[\w-]+\/)*[\w-]+\.(?:tsx?|mjs|css|html|md)\b/g

/** A line of the tree: its depth, one path or several folders beside each other, and their description. */
const entry = /^( *)((?:\S+\/ (?=\S+\/))*\S+)\s*(.*)$/

/** A path that the page names: `isToCome` if the page marks it as not there yet. */
type Place = { path: string; line: number; isToCome: boolean }

/** The tree on the architecture page names only what exists, and misses no package and no folder of its source. */
export async function checkSourceTree(root: string): Promise<Problem[]> {
  if (!existsSync(join(root, page))) return []
  const places = readTree(await readFile(join(root, page), 'utf8'))
  if (places.length === 0) return [{ path: page, sentence: 'shows no tree: begin a block of code with packages/' }]
  const problems = places.flatMap(({ path, line, isToCome }): Problem[] => {
    const isThere = existsSync(join(root, path))
    if (isThere && isToCome) return [{ path: page, line, sentence: `says that ${path} is to come, and it is there` }]
    if (isThere || isToCome) return []
    return [
      { path: page, line, sentence: `names ${path}, which does not exist: mend it, or write "to come:" before it` },
    ]
  })
  const named = new Set(places.map(({ path }) => path))
  const missing = (await foldersOf(root)).filter((folder) => !named.has(folder))
  return [...problems, ...missing.map((path) => ({ path: page, sentence: `does not name ${path} in its tree` }))]
}

/**
 * Reads the block of code that begins with `packages/`. A line is two spaces deeper than its folder; paths in a
 * folder's description count as well, relative to it. After "to come:" come those that do not exist yet.
 */
function readTree(text: string): Place[] {
  const lines = text.split('\n')
  const start = lines.indexOf('packages/')
  const places: Place[] = []
  const folders: string[] = []
  for (let i = start; start >= 0 && i < lines.length && !lines[i]?.startsWith('```'); i++) {
    const [, indent = '', names = '', about = ''] = entry.exec(lines[i] ?? '') ?? []
    if (names === '') continue
    const depth = indent.length / 2
    const parent = folders[depth - 1] ?? ''
    const paths = names.split(' ').map((name) => posix.join(parent, name))
    const folder = paths.length === 1 && names.endsWith('/') ? posix.join(parent, names) : parent
    folders.length = depth
    folders[depth] = folder
    const line = i + 1
    const isToCome = about.startsWith('to come:')
    for (const path of paths) places.push({ path, line, isToCome })
    if (isToCome) continue
    const [now = '', later = ''] = about.split('to come:')
    for (const [word] of now.matchAll(named)) places.push({ path: posix.join(folder, word), line, isToCome: false })
    for (const [word] of later.matchAll(named)) places.push({ path: posix.join(folder, word), line, isToCome: true })
  }
  return places
}

/** The source of every package, or the package itself if it has none, and their top folders. */
async function foldersOf(root: string): Promise<string[]> {
  const files = await listFiles(root)
  return (await readWorkspaces(root)).flatMap(({ dir }) => {
    if (dir === '') return []
    const source = `${dir}/src/`
    const inside = files.filter((file) => file.startsWith(source)).map((file) => file.slice(source.length))
    if (inside.length === 0) return [`${dir}/`]
    const tops = inside.filter((file) => file.includes('/')).map((file) => `${source}${file.split('/')[0]}/`)
    return [source, ...new Set(tops)]
  })
}
