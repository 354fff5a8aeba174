import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { frameBudget, packageBudget } from './budgets.ts'
import { installedPackages } from './installedPackages.ts'
import { kib, weighBudgets } from './weighBudgets.ts'
import { weighFrame } from './weighFrame.ts'
import { closureOf } from './weighPage.ts'

// npm run size [-- --modules]: the kit's weight and its limits; with --modules, the modules of the page before the
// button.

const root = resolve(import.meta.dirname, '../..')
const { values } = parseArgs({ options: { modules: { type: 'boolean', default: false } } })
const [{ rows, kit }, packages] = await Promise.all([weighBudgets(root), installedPackages(root)])
let heavy = 0
const tell = (name: string, is: string, most: string, isHeavy: boolean, note = '') => {
  heavy += Number(isHeavy)
  console.log(`${isHeavy ? '✗' : '✓'} ${name.padEnd(36)} ${is.padStart(7)} of ${most.padStart(4)}  ${note}`)
}
for (const row of rows) {
  const isHeavy = row.bytes > row.kib * 1024 || row.carries.length > 0
  tell(row.name, kib(row.bytes), String(row.kib), isHeavy, row.heaviest ?? row.carries.join(', '))
}
tell('packages installed', String(packages.length), String(packageBudget), packages.length > packageBudget)
const [frame, made] = await Promise.all([weighFrame(root), installedPackages(root, 'apps/frame')])
tell('the embedded wallet’s page', kib(frame), String(frameBudget.kib), frame > frameBudget.kib * 1024)
const count = new Set(made).size
tell('its packages', String(count), String(frameBudget.packages), count > frameBudget.packages)
if (values.modules) {
  const page = [
    ...closureOf(
      kit,
      kit.filter((chunk) => chunk.isEntry),
    ),
  ]
  const modules = page.flatMap((chunk) => chunk.modules).toSorted((a, b) => b.length - a.length)
  for (const { path, length } of modules) console.log(String(length).padStart(8), path)
  console.log(packages.join(', '))
}
console.log(heavy === 0 ? '\nKiB of gzip; within every budget' : `\nKiB of gzip; ${heavy} over budget`)
process.exitCode = heavy === 0 ? 0 : 1
