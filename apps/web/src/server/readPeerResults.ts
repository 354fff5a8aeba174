import type { PeerResults, PeerRow } from '../peers/PeerResults.ts'

const columns = {
  jsKib: 'JS before button, KiB gzip',
  buttonMs: 'button visible, ms',
  tapMs: 'tap at once → first wallet, ms',
  dialogMs: 'click → dialog, ms',
} as const

/** Reads the benchmark's report: its last profile and its targets. Throws if the report has another shape. */
export function readPeerResults(markdown: string): PeerResults {
  const [, date = '', machine = ''] = need(
    /on (\d{4}-\d\d-\d\d): ([^,\n]{1,120}), \d{1,4} cores/.exec(markdown),
    'date and machine',
  )
  const parts = markdown.split(/^## /m).slice(1)
  const profiles = parts.filter((part) => part.startsWith('CPU '))
  const profile = need(profiles.at(-1), 'profile')
  const verdicts = tableIn(
    need(
      parts.find((part) => part.startsWith('What ours must reach')),
      'table of targets',
    ),
  )
  const rows = tableIn(profile).map((cells): PeerRow => {
    const label = need(cells.page, 'page column')
    const numbers = Object.entries(columns).map(([key, title]) => [key, numberIn(cells[title], title)] as const)
    return {
      label,
      isBare: label === 'React and a native dialog',
      isOurs: label === 'Billfold',
      ...(Object.fromEntries(numbers) as Record<keyof typeof columns, number>),
      packages: cells.packages ? numberIn(cells.packages, 'packages') : undefined,
    }
  })
  for (const key of ['isBare', 'isOurs'] as const)
    need(rows.filter((row) => row[key]).length === 1 || undefined, `single row with ${key}`)
  need(rows.length > 2 || undefined, 'row of a peer')
  const results = verdicts.map((cells) => need(/^\**(met|missed)\**$/.exec(cells[''] ?? '')?.[1], 'verdict'))
  const missed = verdicts.flatMap((cells, at) => (results[at] === 'missed' ? [need(cells.target, 'target')] : []))
  return {
    date,
    machine,
    condition: profile.slice(0, profile.indexOf('\n')).trim(),
    rows,
    targets: { met: results.length - missed.length, all: results.length, missed },
  }
}

/** The first table of a part, each row by the titles of its columns. */
function tableIn(part: string): Record<string, string>[] {
  const cells = (line: string) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim())
  const [head, , ...rows] = part.split('\n').filter((line) => line.startsWith('|'))
  const titles = cells(need(head, 'table'))
  return rows.map((row) => Object.fromEntries(cells(row).map((cell, at) => [titles[at] ?? '', cell])))
}

function numberIn(cell: string | undefined, title: string): number {
  const text = need(/^\d+(\.\d+)?(?= |$)/.exec(cell ?? '')?.[0], `number under “${title}”`)
  return Number(text)
}

function need<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) throw new Error(`bench/peers/RESULTS.md has no ${what}`)
  return value
}
