import type { Counts } from '../check/countWords.ts'

/** A row per pattern, a column per package and one for the sum. */
export function formatTable(counts: Counts, patterns: readonly string[]): string {
  const packages = Object.keys(counts)
  const head = ['', ...packages.map((name) => name.replace(/^.*\//, '')), 'all']
  const rows = patterns.map((pattern) => {
    const cells = packages.map((name) => counts[name]?.[pattern] ?? 0)
    return [pattern, ...cells.map(String), String(cells.reduce((sum, cell) => sum + cell, 0))]
  })
  const widths = head.map((name, at) => Math.max(name.length, ...rows.map((row) => row[at]!.length)))
  const line = (cells: string[]) =>
    cells.map((cell, at) => (at === 0 ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]!))).join('  ')
  return [head, ...rows].map(line).join('\n')
}
