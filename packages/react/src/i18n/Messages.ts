import type { ErrorCode } from '@billfold/protocol/error'
import type { en } from './en.ts'

/** Every text of the kit: a locale that lacks one, or has one too many, does not compile. */
export type Messages = Omit<typeof en, 'errors'> & {
  /** Those a person can do something about have words of their own; `internal` stands for the others. */
  errors: typeof en.errors & Partial<Record<ErrorCode, string>>
}
