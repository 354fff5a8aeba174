import type { TrackedRun } from './history.ts'

const bars = '▁▂▃▄▅▆▇█'
/** The newest ones, which fit into a cell. */
const drawnRuns = 30

/** The page of the documentation that charts each ratio over a machine's runs. */
export function writeBenchmarksPage(histories: Readonly<Record<string, readonly TrackedRun[]>>): string {
  const machines = Object.entries(histories).filter(([, runs]) => runs.length > 0)
  return [
    '# Benchmarks over time',
    '',
    'Written by `npm run bench:track`, which runs every night. Each figure is what ours costs in units of what ran beside it: a peer, a plain',
    'script or a page without a kit. Less is better. The night fails if a figure is more than 10 % above the median of the last five runs of the',
    'same machine, twice in a row. `bench/README.md` says how each is measured.',
    '',
    ...(machines.length === 0
      ? ['No run is stored yet.', '']
      : machines.flatMap(([name, runs]) => section(name, runs))),
  ].join('\n')
}

function section(machine: string, runs: readonly TrackedRun[]): string[] {
  const last = runs.at(-1)!
  const names = [...new Set(runs.flatMap(({ ratios }) => Object.keys(ratios)))]
  return [
    `## ${machine}`,
    '',
    `${runs.length} ${runs.length === 1 ? 'run' : 'runs'} from ${runs[0]!.date} to ${last.date}, the last of commit ${last.commit} at a load of ${last.load.toFixed(1)}.`,
    '',
    '| ratio | first | last | over time |',
    '|---|---:|---:|---|',
    ...names.map((name) => {
      const values = runs.flatMap(({ ratios }) => ratios[name] ?? [])
      return `| ${name} | ${values[0]!.toFixed(2)} | ${values.at(-1)!.toFixed(2)} | ${drawBars(values.slice(-drawnRuns))} |`
    }),
    '',
  ]
}

/** A bar for each value, from nothing to the largest: a chart that needs no picture. */
function drawBars(values: readonly number[]): string {
  const largest = Math.max(...values)
  return values.map((value) => bars[Math.min(bars.length - 1, Math.floor((value / largest) * bars.length))]).join('')
}
