import { type Declared, namePatterns, prosePatterns } from './codePatterns.ts'
import { listFiles } from './listFiles.ts'
import { lineCounter } from './parseModule.ts'
import { readText } from './readText.ts'
import { readWords, type Words } from './readWords.ts'
import { isSource } from './sourceFile.ts'

/** English of the modal: its texts must meet the stricter rules of `plainWords.ts`. */
export const english = /^packages\/react\/src\/i18n\/catalogs\/en\.json$/
// A database refuses to start with a migration that changed after it ran, even in a comment.
const migration = /^apps\/server\/src\/db\/migrations\//
/** The rule's own patterns, and the tests that plant them. */
const own = /^tools\/check\/(?:plainWords|plainNames|codePatterns|wordBudgets)/

/** A source file with its prose and its declared names. */
export type CodeWords = { path: string; words: Words[]; names: Declared[]; lineAt: (offset: number) => number }

const reading = new Map<string, Promise<CodeWords[]>>()

/** All code of a tree, read once for every rule of a run. */
export function readCodeWords(root: string): Promise<CodeWords[]> {
  const known = reading.get(root) ?? readAll(root)
  reading.set(root, known)
  return known
}

async function readAll(root: string): Promise<CodeWords[]> {
  const paths = (await listFiles(root)).filter((path) => isSource(path) && !own.test(path) && !migration.test(path))
  return Promise.all(
    paths.map(async (path) => {
      const text = await readText(root, path)
      return { path, ...readWords(path, text), lineAt: lineCounter(text) }
    }),
  )
}

/** One use of a pattern. */
export type Hit = { pattern: string; package: string; path: string; line: number; text: string; write: string }

/** Every use of the patterns of prose in a file. */
export const proseHits = ({ path, words, lineAt }: CodeWords): Hit[] =>
  words.flatMap(({ kind, text, offsetOf }) =>
    prosePatterns
      .filter(({ kinds }) => kinds.includes(kind))
      .flatMap(({ name, pattern, write }) =>
        [...text.matchAll(pattern)].map(({ 0: match, index }) => ({
          pattern: name,
          package: packageOf(path),
          path,
          line: lineAt(offsetOf(index)),
          text: match,
          write,
        })),
      ),
  )

/** Every declaration in a file whose name has one of the patterns. */
export const nameHits = ({ path, names, lineAt }: CodeWords): Hit[] =>
  names.flatMap(({ name, kind, start }) =>
    namePatterns
      .filter(
        ({ kinds, pattern, outside }) => kinds.includes(kind) && pattern.test(name) && !outside?.test(packageOf(path)),
      )
      .map(({ name: pattern, write }) => ({
        pattern,
        package: packageOf(path),
        path,
        line: lineAt(start),
        text: name,
        write,
      })),
  )

/** `packages/core/src/a.ts` → `packages/core`; `tools/check/a.ts` → `tools`. */
const packageOf = (path: string): string =>
  /^(?:packages|apps)\/[^/]+/.exec(path)?.[0] ?? (path.includes('/') ? path.split('/')[0]! : '.')

/** How many uses of each pattern a package has. */
export type Counts = Record<string, Record<string, number>>

/** Adds hits up by package and pattern, in the order of their names. */
export function countHits(hits: readonly Hit[]): Counts {
  const counts: Counts = {}
  for (const hit of hits.toSorted((a, b) => a.package.localeCompare(b.package))) {
    const row = (counts[hit.package] ??= {})
    row[hit.pattern] = (row[hit.pattern] ?? 0) + 1
  }
  return counts
}
