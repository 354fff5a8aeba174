import type { Log } from '@billfold/core/ports/log'
import { optionProblems } from './optionProblems.ts'

/** Says in the console of a developer's own page what is wrong with its options. */
export async function adviseDeveloper(options: { locale?: unknown }, log: Log): Promise<void> {
  // Any language will do: all have the same texts, and English is part of the dialog, which would be cut for it.
  const texts = typeof options.locale === 'object' ? (await import('../i18n/de.ts')).de : {}
  for (const problem of optionProblems({ ...options }, texts)) log.error(`createAppKit: ${problem}`)
}
