import { join, relative } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'

/** One file of a production build: its compressed size, its static imports, and the module it begins at. */
export type Chunk = {
  name: string
  gzip: number
  imports: string[]
  /** Relative to the root; absent for a chunk that several others share. */
  begins?: string
  isEntry: boolean
  /** Its modules, heaviest first, by the length of their source. */
  modules: { path: string; length: number }[]
}

/** Builds a page as a site would, in memory, and weighs every file of it. */
export async function weighPage(root: string, entry: string): Promise<Chunk[]> {
  const built = await build({
    root,
    configFile: false,
    logLevel: 'silent',
    build: { write: false, reportCompressedSize: false, rollupOptions: { input: join(root, entry) } },
  })
  if (!('output' in built)) throw new Error(`${entry} must be built into one page`)
  return built.output.flatMap((file) => {
    if (file.type !== 'chunk') return []
    const begins = file.facadeModuleId
    return {
      name: file.fileName,
      gzip: gzipSync(file.code, { level: 9 }).length,
      imports: file.imports,
      ...(begins ? { begins: relative(root, begins) } : {}),
      isEntry: file.isEntry,
      modules: Object.entries(file.modules)
        .map(([id, { code }]) => ({ path: relative(root, id.replace('\0', '')), length: code?.length ?? 0 }))
        .toSorted((a, b) => b.length - a.length),
    }
  })
}

/** All chunks that must load before a chunk runs, itself included. */
export function closureOf(chunks: Chunk[], starts: Chunk[]): Set<Chunk> {
  const closure = new Set<Chunk>()
  const visit = (chunk: Chunk) => {
    if (closure.has(chunk)) return
    closure.add(chunk)
    for (const name of chunk.imports) {
      const needed = chunks.find((each) => each.name === name)
      if (needed) visit(needed)
    }
  }
  for (const start of starts) visit(start)
  return closure
}
