import { acceptedLanguage as accepted } from '@billfold/protocol/acceptedLanguage'
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

export type MailTextKey = keyof typeof en
type MailTexts = Readonly<Record<MailTextKey, string>>

const languages: Readonly<Record<string, MailTexts>> = { ar, de, en, es, fr, he, hi, ja, ko, pt, ru, tr, zh }

/** The texts of our mails in a language; English if we do not have it. */
export const mailTexts = (language: string | null | undefined): MailTexts =>
  language && Object.hasOwn(languages, language) ? languages[language]! : en

/** The first supported language of an `Accept-Language`. */
export const acceptedLanguage = (header: string | undefined): string | undefined =>
  accepted(header, (language) => Object.hasOwn(languages, language))
