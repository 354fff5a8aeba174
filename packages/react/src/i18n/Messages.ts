import type { ErrorCode } from '@billfold/protocol/error'
import type { en } from './compiled/main/en.ts'

/** Every text of the kit: a locale that lacks one, or has one too many, does not compile. */
export type Messages = Omit<typeof en, 'errors'> & {
  /** Errors that a person can act on have their own text; `internal` covers the others. */
  errors: typeof en.errors & Partial<Record<ErrorCode, string>>
}
