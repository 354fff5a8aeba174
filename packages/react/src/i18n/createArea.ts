import type { Language } from './matchLocale.ts'

/** The texts of one part of the kit, fetched with its views rather than with the dialog. */
export type Area<Texts> = {
  /** The texts if they are here. */
  now(language: Language): Texts | undefined
  /** Fetches them; where a language cannot be fetched, English is. */
  load(language: Language): Promise<Texts>
  /** Why the last fetch failed; nothing while one is under way, or after `forgetFailures`. */
  failure(language: Language): unknown
}

const failures = new Map<Map<Language, unknown>, Area<unknown>['load']>()

/** Clears failed loads and returns their loaders, for callers whose texts are missing. */
export function forgetFailures(): readonly (() => Promise<unknown>)[] {
  const again = [...failures].flatMap(([failed, load]) => [...failed.keys()].map((language) => () => load(language)))
  for (const failed of failures.keys()) failed.clear()
  failures.clear()
  return again
}

/** Fetches a file of texts for each language, which exports them under the language's name. */
type TextLoaders<Texts> = { [L in Language]: () => Promise<Record<L, Texts>> }

/** An area of texts: one file for each language, and one that lacks a text does not compile. */
export function createArea<Texts extends object>(loaders: TextLoaders<Texts>): Area<Texts> {
  const here = new Map<Language, Texts>()
  const coming = new Map<Language, Promise<Texts>>()
  const failed = new Map<Language, unknown>()
  const fetchOne = async (language: Language): Promise<Texts> => {
    const file = (await loaders[language]()) as Record<Language, Texts>
    const texts = file[language]
    here.set(language, texts)
    return texts
  }
  const fetchBest = (language: Language): Promise<Texts> =>
    language === 'en' ? fetchOne('en') : fetchOne(language).catch(() => here.get('en') ?? fetchOne('en'))
  const area: Area<Texts> = {
    now: (language) => here.get(language),
    failure: (language) => failed.get(language),
    load(language) {
      const known = coming.get(language)
      if (known) return known
      const loading = fetchBest(language)
      coming.set(language, loading)
      failed.delete(language)
      loading.then(
        (texts) => {
          // English in the place of another: the dialog may have it now, the next one asks again.
          if (here.get(language) === texts) return
          here.set(language, texts)
          coming.delete(language)
        },
        (error: unknown) => {
          coming.delete(language)
          failed.set(language, error)
          failures.set(failed, area.load)
        },
      )
      return loading
    },
  }
  return area
}
