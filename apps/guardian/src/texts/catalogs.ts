import ar from './catalogs/ar.json' with { type: 'json' }
import de from './catalogs/de.json' with { type: 'json' }
import en from './catalogs/en.json' with { type: 'json' }
import es from './catalogs/es.json' with { type: 'json' }
import fr from './catalogs/fr.json' with { type: 'json' }
import he from './catalogs/he.json' with { type: 'json' }
import hi from './catalogs/hi.json' with { type: 'json' }
import ja from './catalogs/ja.json' with { type: 'json' }
import ko from './catalogs/ko.json' with { type: 'json' }
import pt from './catalogs/pt.json' with { type: 'json' }
import ru from './catalogs/ru.json' with { type: 'json' }
import tr from './catalogs/tr.json' with { type: 'json' }
import zh from './catalogs/zh.json' with { type: 'json' }

export type MailTextKey = keyof typeof en.mails
export type PageTextKey = keyof typeof en.pages
type Catalog = {
  mails: Readonly<Record<MailTextKey, string>>
  pages: Readonly<Record<PageTextKey, string>>
}

const catalogs: Readonly<Record<string, Catalog>> = { ar, de, en, es, fr, he, hi, ja, ko, pt, ru, tr, zh }

export const hasCatalog = (language: string): boolean => Object.hasOwn(catalogs, language)

/** The language's catalog, otherwise English, with its language. */
export function catalogOf(language: string): { language: string; catalog: Catalog } {
  return hasCatalog(language) ? { language, catalog: catalogs[language]! } : { language: 'en', catalog: en }
}
