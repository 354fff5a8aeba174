/** A commit as the changelog shows it. */
export type Change = { hash: string; subject: string }
type Release = { version: string; date: string; changes: readonly Change[] }

const other = 'other'

/**
 * The changelog with a release in it: the date in place of *unreleased* if someone has written its section, otherwise a new section at the top. Below the section's own words
 * stand the changes by area, as their commits say them.
 */
export function writeChangelog(text: string, { version, date, changes }: Release): string {
  const heading = `## ${version}, ${date}\n`
  const waiting = `## ${version}, unreleased\n`
  const list = listByArea(changes)
  const at = text.indexOf(waiting)
  if (at < 0) {
    if (list === '')
      throw new Error(`CHANGELOG.md has no section “${version}, unreleased”, and there are no commits to fill one.`)
    const first = text.search(/^## /m)
    const [before, after] = first < 0 ? [`${text.trimEnd()}\n\n`, ''] : [text.slice(0, first), text.slice(first)]
    return `${before}${heading}\n${list}${after === '' ? '' : `\n${after}`}`
  }
  const end = text.indexOf('\n## ', at)
  const own = text.slice(at + waiting.length, end < 0 ? undefined : end).trim()
  const rest = end < 0 ? '' : text.slice(end)
  return `${text.slice(0, at)}${heading}\n${own}\n${list === '' ? '' : `\n${list}`}${rest}`
}

/** The subjects by their area, before the colon; release commits are omitted. */
function listByArea(changes: readonly Change[]): string {
  const rows = changes.flatMap(({ hash, subject }) => {
    const [, area = other, sentence = subject] = /^([a-z][\w, -]{0,40}): (.+)$/.exec(subject) ?? []
    return area === 'release' ? [] : [{ area, line: `- ${capital(sentence)} (${hash})` }]
  })
  const areas = [...Map.groupBy(rows, ({ area }) => area)].toSorted(([a], [b]) =>
    a === other ? 1 : b === other ? -1 : a.localeCompare(b, 'en'),
  )
  return areas
    .map(([area, lines]) => `### ${capital(area)}\n\n${lines.map(({ line }) => line).join('\n')}\n`)
    .join('\n')
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
