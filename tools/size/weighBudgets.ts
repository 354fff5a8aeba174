import { type Budget, budgets, modalBegins } from './budgets.ts'
import { type Chunk, closureOf, weighPage } from './weighPage.ts'

/** A row of the table and what was found: how heavy, and the chunk that is it where there are several. */
export type Weighed = Budget & { bytes: number; heaviest?: string }

export const kib = (bytes: number): string => (bytes / 1024).toFixed(1)

/** Builds the kit's page and the bare one, and weighs every row of the table. */
export async function weighBudgets(root: string): Promise<{ rows: Weighed[]; kit: Chunk[] }> {
  const [kit, bare] = await Promise.all([
    weighPage(root, 'bench/peers/apps/billfold/main.jsx'),
    weighPage(root, 'bench/peers/apps/bare/main.jsx'),
  ])
  const page = closureOf(
    kit,
    kit.filter((chunk) => chunk.isEntry),
  )
  const modal = new Set([...page, ...closureOf(kit, modalBegins.map(chunkAt(kit)))])
  const bareBytes = sum(bare.filter((chunk) => chunk.isEntry).flatMap((entry) => [...closureOf(bare, [entry])]))
  const over = { bare: new Set<Chunk>(), page, modal }
  const weigh = (starts: Chunk[], { after }: Budget) =>
    sum([...closureOf(kit, starts)].filter((chunk) => !over[after].has(chunk)))

  const rows = budgets.flatMap((budget): Weighed[] => {
    if (budget.begins) return [{ ...budget, bytes: weigh(budget.begins.map(chunkAt(kit)), budget) }]
    const { each } = budget
    if (!each) return [{ ...budget, bytes: sum([...page]) - bareBytes }]
    const all = kit
      .filter(({ begins }) => begins !== undefined && each.test(begins))
      .map((chunk) => ({ bytes: weigh([chunk], budget), heaviest: chunk.begins ?? chunk.name }))
      .toSorted((a, b) => b.bytes - a.bytes)
    return all[0] ? [{ ...budget, ...all[0] }] : []
  })
  return { rows, kit }
}

const sum = (chunks: Chunk[]) => chunks.reduce((bytes, chunk) => bytes + chunk.gzip, 0)

/** A name in the table that no chunk begins at is a mistake in the table, or code that stopped being lazy. */
const chunkAt = (chunks: Chunk[]) => (path: string) => {
  const found = chunks.find(({ begins }) => begins === path)
  if (!found) throw new Error(`No chunk begins at ${path}: it is gone, or no longer fetched on demand`)
  return found
}
