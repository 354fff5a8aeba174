import type { Messages } from './Messages.ts'

/** A language: its tag, the way it is read, and every text. */
export type Locale = {
  /** The language's BCP 47 tag, such as `pt-BR`. */
  tag: string
  /** Whether it is read from the left or from the right. */
  direction: 'ltr' | 'rtl'
  /** Every text of the kit in the language. */
  messages: Messages
}
