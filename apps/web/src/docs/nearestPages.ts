export type PageLink = { title: string; url: string }

/** The pages whose address or title is most like an address that leads nowhere, best first. */
export function nearestPages(path: string, pages: readonly PageLink[], limit = 5): PageLink[] {
  const whole = pairsOf(path.replace(/^\/docs\/?/, ''))
  const end = pairsOf(lastPart(path))
  return pages
    .map((page) => {
      const address = likeness(whole, pairsOf(page.url.replace(/^\/docs\/?/, '')))
      const name = Math.max(likeness(end, pairsOf(lastPart(page.url))), likeness(end, pairsOf(page.title)))
      return { page, score: 0.3 * address + 0.7 * name }
    })
    .filter(({ score }) => score > 0.25)
    .sort((a, b) => b.score - a.score)
    .slice(0, limit)
    .map(({ page }) => page)
}

/** Folders are shared by many pages: the name at the end counts more. */
const lastPart = (path: string): string => path.split('/').filter(Boolean).at(-1) ?? ''

/** The words of an address, as a reader would search for them. */
export function wordsOfPath(path: string): string {
  const [, text = ''] = /^\/docs\/(.*)$/.exec(path) ?? []
  return decoded(text)
    .replace(/\.(?:md|html)$/, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .join(' ')
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Pairs of neighboring letters: a typo changes few of them. */
function pairsOf(text: string): ReadonlyMap<string, number> {
  const pairs = new Map<string, number>()
  const letters = decoded(text)
    .toLowerCase()
    .replace(/\.(?:md|html)$/, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  for (let at = 0; at < letters.length - 1; at++) {
    const pair = letters.slice(at, at + 2)
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1)
  }
  return pairs
}

/** Dice's coefficient: 1 for the same pairs, 0 for none in common. */
function likeness(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  const size = (pairs: ReadonlyMap<string, number>) => [...pairs.values()].reduce((sum, count) => sum + count, 0)
  const all = size(a) + size(b)
  let both = 0
  for (const [pair, count] of a) both += Math.min(count, b.get(pair) ?? 0)
  return all === 0 ? 0 : (2 * both) / all
}
