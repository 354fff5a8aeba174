import { acceptedLanguage as accepted } from '@billfold/protocol/acceptedLanguage'
import { ar } from './ar.ts'
import { de } from './de.ts'
import { en, type MailTexts } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { he } from './he.ts'
import { hi } from './hi.ts'
import { ja } from './ja.ts'
import { ko } from './ko.ts'
import { pt } from './pt.ts'
import { ru } from './ru.ts'
import { tr } from './tr.ts'
import { zh } from './zh.ts'

const languages: Readonly<Record<string, MailTexts>> = { ar, de, en, es, fr, he, hi, ja, ko, pt, ru, tr, zh }

/** The texts of our mails in a language; English if we do not have it. */
export const mailTexts = (language: string | null | undefined): MailTexts =>
  language && Object.hasOwn(languages, language) ? languages[language]! : en

/** The first supported language of an `Accept-Language`. */
export const acceptedLanguage = (header: string | undefined): string | undefined =>
  accepted(header, (language) => Object.hasOwn(languages, language))
