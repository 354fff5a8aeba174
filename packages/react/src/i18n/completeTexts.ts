/** A language's texts, with the English one wherever one is missing or of another kind: sites bring languages of their own. */
export function completeTexts<Texts>(own: unknown, english: Texts): Texts {
  if (typeof own !== typeof english || own === null) return english
  if (typeof english !== 'object') return own as Texts
  const texts = Object.entries(english as object).map(([key, text]) => [
    key,
    completeTexts((own as Record<string, unknown>)[key], text),
  ])
  return Array.isArray(english) ? (texts.map(([, text]) => text) as Texts) : { ...own, ...Object.fromEntries(texts) }
}
