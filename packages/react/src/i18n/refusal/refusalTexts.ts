import { createArea } from '../createArea.ts'
import type { en } from './en.ts'

/** Why a transfer would not go through, in the words of each family. */
export type RefusalTexts = typeof en

export const refusalTexts = createArea<RefusalTexts>({
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
