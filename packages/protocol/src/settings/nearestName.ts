/** The name with the fewest typing errors between it and this one; undefined if there are more than two. */
export function nearestName(name: string, names: Iterable<string>): string | undefined {
  let nearest: string | undefined
  let least = Math.min(3, Math.ceil(name.length / 3))
  for (const each of names) {
    const distance = Math.abs(each.length - name.length) < least ? distanceBetween(name.toUpperCase(), each) : least
    if (distance >= least) continue
    least = distance
    nearest = each
  }
  return nearest
}

/** Insertions, deletions, substitutions and swaps of neighbors. */
function distanceBetween(a: string, b: string): number {
  let [before, last] = [[] as number[], Array.from({ length: b.length + 1 }, (_, i) => i)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1]
      row[j] = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (isSame ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        row[j] = Math.min(row[j]!, before[j - 2]! + 1)
    }
    before = last
    last = row
  }
  return last[b.length]!
}
