import type { Problem } from '../check/problem.ts'
import { frameBudget, packageBudget } from './budgets.ts'
import { installedPackages } from './installedPackages.ts'
import { kib, weighBudgets } from './weighBudgets.ts'
import { weighFrame } from './weighFrame.ts'

/** The weight of the kit as a rule of `npm run check`. */
export async function checkSize(root: string): Promise<Problem[]> {
  const [{ rows }, packages, frame, framePackages] = await Promise.all([
    weighBudgets(root),
    installedPackages(root),
    weighFrame(root),
    installedPackages(root, 'apps/frame'),
  ])
  const frameCount = new Set(framePackages).size
  const heavy = rows.filter((row) => row.bytes > row.kib * 1024)
  return [
    ...heavy.map((row) => ({
      path: row.heaviest ?? row.begins?.[0] ?? 'packages/react/src/index.ts',
      sentence: `${row.name}: ${kib(row.bytes)} KiB gzip, ${row.kib} allowed`,
    })),
    ...rows.flatMap(({ name, carries }) =>
      carries.map((path) => ({ path, sentence: `is in the page of "${name}", which draws nothing of the modal` })),
    ),
    ...(packages.length > packageBudget
      ? [{ path: 'packages/react', sentence: `brings ${packages.length} packages, ${packageBudget} allowed` }]
      : []),
    ...(frame > frameBudget.kib * 1024
      ? [{ path: 'apps/frame', sentence: `weighs ${kib(frame)} KiB gzip, ${frameBudget.kib} allowed` }]
      : []),
    ...(frameCount > frameBudget.packages
      ? [{ path: 'apps/frame', sentence: `is made of ${frameCount} packages, ${frameBudget.packages} allowed` }]
      : []),
  ]
}
