import { type Budget, budgets, modalBegins } from './budgets.ts'
import { type Chunk, closureOf, weighPage } from './weighPage.ts'

/**
 * A row of the table with its result: the weight, the heaviest chunk if there are several, and modules that it must not
 * contain.
 */
type Weighed = Budget & { bytes: number; heaviest?: string; carries: string[] }

export const kib = (bytes: number): string => (bytes / 1024).toFixed(1)

/** Builds the kit's page, the one with the headless hooks and the bare one, and weighs every row of the table. */
export async function weighBudgets(root: string): Promise<{ rows: Weighed[]; kit: Chunk[] }> {
  const [kit, headless, bare] = await Promise.all([
    weighPage(root, 'bench/peers/apps/billfold/main.jsx'),
    weighPage(root, 'bench/peers/apps/headless/main.jsx'),
    weighPage(root, 'bench/peers/apps/bare/main.jsx'),
  ])
  const bareBytes = sum([...pageOf(bare)])
  const ofKit = weighRow(kit, modalBegins, bareBytes)
  const ofHeadless = weighRow(headless, [], bareBytes)
  return { rows: budgets.flatMap((row) => (row.of === 'headless' ? ofHeadless : ofKit)(row)), kit }
}

const pageOf = (chunks: Chunk[]) =>
  closureOf(
    chunks,
    chunks.filter((chunk) => chunk.isEntry),
  )

/** Weighs rows of one page; `opened` holds the modules that its dialog begins with. */
function weighRow(chunks: Chunk[], opened: string[], bareBytes: number): (row: Budget) => Weighed[] {
  const page = pageOf(chunks)
  const modal = new Set([...page, ...closureOf(chunks, opened.map(chunkAt(chunks)))])
  const over = { bare: new Set<Chunk>(), page, modal }
  const weigh = (starts: Chunk[], row: Budget, less = 0): Weighed => {
    const counted = [...closureOf(chunks, starts)].filter((chunk) => !over[row.after].has(chunk))
    const modules = counted.flatMap((chunk) => chunk.modules.map(({ path }) => path))
    return { ...row, bytes: sum(counted) - less, carries: modules.filter((path) => row.without?.test(path)) }
  }
  return (row) => {
    if (row.begins) return [weigh(row.begins.map(chunkAt(chunks)), row)]
    const { each } = row
    if (!each) return [weigh([...page], row, bareBytes)]
    const all = chunks
      .filter(({ begins }) => begins !== undefined && each.test(begins))
      .map((chunk) => ({ ...weigh([chunk], row), heaviest: chunk.begins ?? chunk.name }))
    return all.toSorted((a, b) => b.bytes - a.bytes).slice(0, 1)
  }
}

const sum = (chunks: Chunk[]) => chunks.reduce((bytes, chunk) => bytes + chunk.gzip, 0)

/** A name in the table that no chunk begins at is a mistake in the table, or code that is no longer lazy. */
const chunkAt = (chunks: Chunk[]) => (path: string) => {
  const chunk = chunks.find(({ begins }) => begins === path)
  if (!chunk) throw new Error(`No chunk starts at ${path}: it is gone, or no longer fetched on demand`)
  return chunk
}
