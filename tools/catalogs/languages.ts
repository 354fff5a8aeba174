/** The languages of every catalog, in the order of the kit's own list. */
export const languages: readonly string[] = [
  ...['en', 'de', 'fr', 'es', 'pt', 'tr', 'ru', 'hi', 'zh', 'ja', 'ko', 'ar', 'he'],
]
