import { english, type Locale } from '../../src/i18n/LocaleContext.ts'

/** English words read from right to left: shows the layout, whatever the language. */
export const arabicLike: Locale = { ...english, tag: 'ar', direction: 'rtl' }
