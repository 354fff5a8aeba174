import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { chunkRows, hookEntries, textSections } from './chunkRows.ts'

type Graph = { getModuleInfo(id: string): { importedIds: readonly string[] } | null }
type Group = { name: (id: string, graph: Graph) => string | null; debugName: string; priority: number }

/**
 * The kit's files as groups of modules, each module in the first row that needs it: a file imports only files of rows
 * above its own. Bundlers on their own make a file of every part that two others share: 450 files in a site's build,
 * and 80 requests until an account is complete, each a round trip on a phone.
 */
export function kitChunks(root: string): Group[] {
  let chunks: Map<string, string> | undefined
  const names = [...new Set(chunkRows.flatMap(({ name, shared }) => (shared ? [shared, name] : [name])))]
  const groups = names.map((name, index) => ({
    name(id: string, graph: Graph) {
      chunks ??= chunksOf(root, graph)
      return chunks.get(id) === name ? name : null
    },
    debugName: name,
    priority: names.length - index + 1,
  }))
  return [...groups, { name: textChunk, debugName: 'texts', priority: 1 }]
}

/** Texts by language and part of the kit; those of the first view are a file of their own for each language. */
function textChunk(id: string): string | null {
  const [, area, language] = /\/i18n\/compiled\/(\w+)\/(\w\w)\.ts$/.exec(id) ?? []
  if (area === undefined || area === 'main') return null
  return `${textSections[area] ?? 'money'}-${language}`
}

function chunksOf(root: string, graph: Graph): Map<string, string> {
  const places = (paths: readonly string[]) => paths.map((path) => placeOf(root, path))
  const chunks = new Map<string, string>()
  const ofHooks = neededBy(graph, places(hookEntries))
  for (const { name, begin, shared = name } of chunkRows)
    for (const id of neededBy(graph, places(begin), chunks)) chunks.set(id, ofHooks.has(id) ? shared : name)
  return chunks
}

/** Modules, with all that they import, as far as those that have a place. */
function neededBy(
  graph: Graph,
  begin: readonly string[],
  placed: ReadonlyMap<string, unknown> = new Map(),
): Set<string> {
  const needed = new Set<string>()
  const waiting = [...begin]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const module = needed.has(id) || placed.has(id) ? null : graph.getModuleInfo(id)
    if (!module) continue
    needed.add(id)
    waiting.push(...module.importedIds)
  }
  return needed
}

function placeOf(root: string, path: string): string {
  const place = join(root, 'packages', path)
  if (!existsSync(place)) throw new Error(`tools/pack/chunkRows.ts names ${path}, which does not exist`)
  return place
}
