/** The anchor of a heading as repositories make it, so that one link works there and here. */
export function anchorOf(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-')
}

/** Gives each heading of a page an anchor of its own: the second "Settings" is `settings-1`. */
export function createHeadingIds(): (text: string) => string {
  const counts = new Map<string, number>()
  return (text) => {
    const anchor = anchorOf(text)
    const before = counts.get(anchor) ?? 0
    counts.set(anchor, before + 1)
    return before === 0 ? anchor : `${anchor}-${before}`
  }
}
