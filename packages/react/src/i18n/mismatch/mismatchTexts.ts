import { createArea } from '../createArea.ts'
import type { en } from './en.ts'

/** Why a swap was stopped that is not the one that was shown. */
export type MismatchTexts = typeof en

export const mismatchTexts = createArea<MismatchTexts>({
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
