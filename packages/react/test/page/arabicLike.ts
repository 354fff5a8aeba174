import { english } from '../../src/i18n/english.ts'
import type { Locale } from '../../src/i18n/Locale.ts'

/** English words read from right to left: shows the layout, whatever the language. */
export const arabicLike: Locale = { ...english, tag: 'ar', direction: 'rtl' }
