import { createArea } from '../createArea.ts'
import type { en } from './en.ts'

export type AccountTexts = typeof en

/** Texts of balances, activity and receiving. */
export const accountTexts = createArea<AccountTexts>({
  en: () => import('./en.ts'),
  de: () => import('./de.ts'),
  fr: () => import('./fr.ts'),
  es: () => import('./es.ts'),
  pt: () => import('./pt.ts'),
  tr: () => import('./tr.ts'),
  ru: () => import('./ru.ts'),
  hi: () => import('./hi.ts'),
  zh: () => import('./zh.ts'),
  ja: () => import('./ja.ts'),
  ko: () => import('./ko.ts'),
  ar: () => import('./ar.ts'),
  he: () => import('./he.ts'),
})
