/** The languages the kit speaks. */
export const languages = ['en', 'de', 'fr', 'es', 'pt', 'tr', 'ru', 'hi', 'zh', 'ja', 'ko', 'ar', 'he'] as const
export type Language = (typeof languages)[number]
/** A language, and the requested tag: its region decides how numbers are written. */
export type LocaleMatch = { language: Language; tag: string }

/**
 * The first request that the kit can answer, otherwise English. A language of the same script answers a request: `pt`
 * answers `pt-BR`, `zh` answers `zh-CN` and `zh-Hans`, but not `zh-TW`, since readers of traditional characters are not
 * served by simplified ones, so the next request counts.
 */
export function matchLocale(requests: readonly string[]): LocaleMatch {
  for (const request of requests) {
    const known = plain(request)
    if (known) return { language: known, tag: request }
    const wanted = likely(request)
    const language = languages.find((each) => each === wanted?.language)
    if (wanted && language && likely(language)?.script === wanted.script) return { language, tag: wanted.tag }
  }
  return { language: 'en', tag: 'en' }
}

/**
 * The language of a tag that needs no look into the browser's table of scripts, which takes longer than drawing the
 * button: of ours, only Chinese is written otherwise from one region to the next.
 */
function plain(tag: string): Language | undefined {
  const [, name] = /^([a-z]{2})(?:-[A-Z]{2})?$/.exec(tag) ?? []
  return languages.find((each) => each === name && each !== 'zh')
}

function likely(tag: string): { language: string; script: string | undefined; tag: string } | undefined {
  try {
    const locale = new Intl.Locale(tag)
    const { language, script } = locale.maximize()
    return { language, script, tag: locale.toString() }
  } catch {
    // Not a tag: a page may write anything into its `lang`.
    return undefined
  }
}
