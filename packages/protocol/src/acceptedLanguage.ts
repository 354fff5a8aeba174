/** The first language of an `Accept-Language` that a server has. Traditional Chinese is not served by simplified. */
export function acceptedLanguage(
  header: string | undefined,
  isKnown: (language: string) => boolean,
): string | undefined {
  for (const wish of (header ?? '').slice(0, 500).split(',')) {
    const [language = '', ...rest] = wish.split(';')[0]!.trim().toLowerCase().split('-')
    if (rest.some((part) => ['hant', 'tw', 'hk', 'mo'].includes(part))) continue
    if (isKnown(language)) return language
  }
  return undefined
}
