import { type App, bare, ours } from './apps.ts'
import type { Profile } from './profiles.ts'
import { type Summary, summarise, type Taken } from './summarise.ts'
import { judge } from './targets.ts'

export type Run = {
  taken: readonly Taken[]
  apps: readonly App[]
  profiles: readonly Profile[]
  packages: ReadonlyMap<string, number>
  /** Only the visitor, without a debugger. */
  isAlone: boolean
  machine: { cpu: string; cores: number; chromium: string; node: string; load: readonly [number, number]; date: string }
}

const kib = (bytes: number) => (bytes / 1024).toFixed(0)
const mib = (bytes: number) => (bytes / 1024 / 1024).toFixed(1)
const withRatio = (value: string, ratio: number) => (Number.isFinite(ratio) ? `${value} (${ratio.toFixed(2)}×)` : value)

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
const head = (cells: readonly string[]) => [row(cells), row(cells.map((_, at) => (at === 0 ? '---' : '---:')))]

/** The run as a page for people: the measurements, the machine, and whether ours meets its targets. */
export function writeReport({ taken, apps, profiles, packages, machine, isAlone }: Run): string {
  const pairs = Object.fromEntries(
    profiles.map(({ name, label }) => [
      label,
      { ours: summarise(taken, ours, name), bare: summarise(taken, bare, name) },
    ]),
  )
  const verdicts = judge(pairs, packages.get(ours) ?? Number.NaN)
  const { cpu, cores, chromium, node, load, date } = machine
  return [
    '# Wallet kits side by side',
    '',
    `Written by \`npm run bench:peers${isAlone ? ' -- --alone' : ''}\` on ${date}: ${cpu}, ${cores} cores, Chromium ${chromium}, Node ${node}, load ${load[0].toFixed(1)} at the start and ${load[1].toFixed(1)} at the end.`,
    'Production builds by one Vite, served compressed from this machine, nothing else reachable; one wallet installed; the pages take turns in a shuffled order.',
    isAlone
      ? 'Nothing inspects the pages: this is what a visitor waits for. A testing library switches on V8’s inspector, which reads each script a second time; the budgets below were set on pages measured like that (RESULTS.md).'
      : 'The pages are driven by a testing library, as when the budgets were set: it switches on V8’s inspector, which reads each script a second time. RESULTS-alone.md has them as a visitor meets them.',
    'Cells are medians; in brackets the median of the ratios to the bare page in the same round, which a busy machine changes less than the times.',
    ...profiles.flatMap((profile) => [
      '',
      `## ${profile.label}`,
      '',
      ...head([
        'page',
        'JS before button, KiB gzip',
        'button visible, ms',
        'tap at once → first wallet, ms',
        'click → dialog, ms',
        'click → first wallet, ms',
        'long tasks (longest, ms)',
        'heap after opening, MiB',
        'packages',
        'rounds',
      ]),
      ...apps.map((app) => row([app.label, ...cells(summarise(taken, app.id, profile.name), packages.get(app.id))])),
    ]),
    '',
    '## What ours must reach',
    '',
    ...head(['target', 'at most', 'is', '']),
    ...verdicts.map(({ target, limit, is, isMet }) => row([target, limit, is, isMet ? 'met' : '**missed**'])),
    '',
    'Packages are those a site gets with the kit, React aside; the bare page has none. Long tasks are over 50 ms, from navigation until the dialog is open and at rest.',
    '',
  ].join('\n')
}

function cells({ median, ratio, count }: Summary, packages: number | undefined): string[] {
  return [
    kib(median.jsBefore),
    withRatio(median.button.toFixed(0), ratio.button),
    withRatio(median.tapRow.toFixed(0), ratio.tapRow),
    withRatio(median.clickDialog.toFixed(0), ratio.clickDialog),
    withRatio(median.clickRow.toFixed(0), ratio.clickRow),
    `${median.longTasks.toFixed(0)} (${median.longest.toFixed(0)})`,
    withRatio(mib(median.heap), ratio.heap),
    packages === undefined ? '' : String(packages),
    String(count),
  ]
}
