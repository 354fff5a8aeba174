import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Counts, countHits, type Hit } from './countWords.ts'
import type { Problem } from './problem.ts'

/** How often each package may use each pattern; what is missing here may not be used at all. */
export const budgetFile = 'tools/check/wordBudgets.json'

export const readBudgets = async (root: string): Promise<Counts> =>
  JSON.parse(await readFile(join(root, budgetFile), 'utf8').catch(() => '{}')) as Counts

/** A pattern may become rarer in a package, never more frequent: `npm run words -- --lower` writes down what is left. */
export async function checkBudgets(root: string, hits: readonly Hit[]): Promise<Problem[]> {
  const budgets = await readBudgets(root)
  return Object.entries(countHits(hits)).flatMap(([name, row]) =>
    Object.entries(row).flatMap(([pattern, count]): Problem[] => {
      const budget = budgets[name]?.[pattern] ?? 0
      if (count <= budget) return []
      const uses = hits.filter((hit) => hit.package === name && hit.pattern === pattern)
      if (budget === 0)
        return uses.map(({ path, line, text, write }) => ({ path, line, sentence: `says “${text}”: write ${write}` }))
      const list = `npm run words -- ${name} "${pattern}"`
      return [
        {
          path: name,
          sentence: `has “${pattern}” ${count} times, and ${budget} at most: write ${uses[0]!.write} (${list})`,
        },
      ]
    }),
  )
}

/** Budgets that are no higher than the counts, and never higher than before. */
export function lowerBudgets(budgets: Counts, counts: Counts): Counts {
  const lowered: Counts = {}
  for (const [name, row] of Object.entries(budgets))
    for (const [pattern, budget] of Object.entries(row)) {
      const count = Math.min(budget, counts[name]?.[pattern] ?? 0)
      if (count > 0) (lowered[name] ??= {})[pattern] = count
    }
  return lowered
}
