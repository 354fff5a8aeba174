import { en } from './compiled/main/en.ts'
import type { Locale } from './Locale.ts'

export const english: Locale = { tag: 'en', direction: 'ltr', messages: en }
