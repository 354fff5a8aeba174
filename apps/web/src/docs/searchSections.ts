/** A section of a page in the search. */
export type FoundSection = { page: string; heading: string; url: string; text: string }
export type SearchIndex = readonly FoundSection[]

/** A matching section, and the words around the match. */
export type Hit = FoundSection & { excerpt: string; score: number }

const excerptLength = 140

/** The words of a query, in lower case, without punctuation around them. */
export const wordsOf = (query: string): string[] => query.toLowerCase().match(/[\p{L}\p{N}_@.-]+/gu) ?? []

/**
 * The sections with every word of the query, or a prefix, best first: the page's name counts most, then the heading,
 * then the text, whole words before prefixes. If no section has them all, those with most of them.
 */
export function searchSections(index: SearchIndex, query: string, limit = 12): Hit[] {
  const words = wordsOf(query)
  if (words.length === 0) return []
  const scored = index.map((section) => ({ section, scores: words.map((word) => scoreOf(section, word)) }))
  const best = Math.max(0, ...scored.map(({ scores }) => scores.filter((score) => score > 0).length))
  if (best === 0 || best * 2 < words.length) return []
  return scored
    .filter(({ scores }) => scores.filter((score) => score > 0).length === best)
    .map(({ section, scores }) => ({
      ...section,
      score: scores.reduce((sum, score) => sum + score, 0) + phraseScore(section, words),
      excerpt: excerptOf(section.text, words),
    }))
    .sort((a, b) => b.score - a.score)
    .slice(0, limit)
}

function scoreOf({ page, heading, text }: FoundSection, word: string): number {
  return 12 * matchOf(page, word) * (heading === '' ? 2 : 1) + 16 * matchOf(heading, word) + 4 * matchOf(text, word)
}

/** 1 for a whole word, 0.6 for a prefix, 0.3 for a place within one, 0 for no match. */
function matchOf(text: string, word: string): number {
  const lower = text.toLowerCase()
  let matches = 0
  for (let at = lower.indexOf(word); at !== -1; at = lower.indexOf(word, at + 1)) {
    const begins = !isLetter(lower[at - 1])
    const ends = !isLetter(lower[at + word.length])
    matches = Math.max(matches, begins && ends ? 1 : begins ? 0.6 : word.length > 2 ? 0.3 : 0)
    if (matches === 1) break
  }
  return matches
}

const isLetter = (letter: string | undefined): boolean => letter !== undefined && /[\p{L}\p{N}_]/u.test(letter)

/** A literal match of the whole query is the best match. */
function phraseScore({ heading, text }: FoundSection, words: readonly string[]): number {
  const phrase = words.join(' ')
  if (heading.toLowerCase() === phrase) return 20
  return words.length > 1 && text.toLowerCase().includes(phrase) ? 6 : 0
}

function excerptOf(text: string, words: readonly string[]): string {
  const lower = text.toLowerCase()
  const at = words.map((word) => lower.indexOf(word)).find((place) => place >= 0) ?? 0
  const from = at < 50 ? 0 : text.indexOf(' ', at - 50) + 1
  const to = from + excerptLength >= text.length ? text.length : text.lastIndexOf(' ', from + excerptLength)
  return `${from > 0 ? '… ' : ''}${text.slice(from, Math.max(to, at))}${to < text.length ? ' …' : ''}`
}

/** A text cut where matches begin and end, so that they can be marked. */
export function cutAtWords(text: string, words: readonly string[]): { text: string; isFound: boolean }[] {
  const lower = text.toLowerCase()
  const parts: { text: string; isFound: boolean }[] = []
  let done = 0
  while (done < text.length) {
    const next = words
      .map((word) => ({ at: lower.indexOf(word, done), length: word.length }))
      .filter(({ at }) => at >= 0)
      .sort((a, b) => a.at - b.at || b.length - a.length)[0]
    if (!next) break
    if (next.at > done) parts.push({ text: text.slice(done, next.at), isFound: false })
    parts.push({ text: text.slice(next.at, next.at + next.length), isFound: true })
    done = next.at + next.length
  }
  if (done < text.length) parts.push({ text: text.slice(done), isFound: false })
  return parts
}
