import type { Messages } from './Messages.ts'

/** A language: its tag, the way it is read, and every text. */
export type Locale = { tag: string; direction: 'ltr' | 'rtl'; messages: Messages }
