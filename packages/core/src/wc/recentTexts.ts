/** Remembers the latest texts, up to a count and total length; drops the oldest. */
export function recentTexts(limit: { count: number; letters: number }) {
  const texts = new Set<string>()
  let letters = 0
  return {
    has: (text: string): boolean => texts.has(text),
    add(text: string): void {
      if (texts.has(text)) return
      texts.add(text)
      letters += text.length
      for (const oldest of texts) {
        if (texts.size <= limit.count && letters <= limit.letters) return
        texts.delete(oldest)
        letters -= oldest.length
      }
    },
  }
}
