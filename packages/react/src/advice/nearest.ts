/** The word that someone may have meant: at most two letters away, in any case. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const near = known
    .map((each) => ({ each, steps: stepsBetween(word.toLowerCase(), each.toLowerCase()) }))
    .filter(({ steps }) => steps <= 2)
    .sort((a, b) => a.steps - b.steps)
  return near[0]?.each
}

/** The number of added, dropped or changed letters (Levenshtein); 3 if it is more than a typo. */
function stepsBetween(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 2 || a.length > 60) return 3
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++)
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)))
    row = next
  }
  return row[b.length]!
}
