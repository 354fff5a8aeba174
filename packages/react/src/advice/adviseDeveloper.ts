import type { AppKit } from '../api/AppKit.ts'
import { kitById } from '../api/currentKits.ts'
import { optionNotes, optionProblems } from './optionProblems.ts'

/** Says in the console of a developer's own page what is wrong with its options. */
export async function adviseDeveloper(options: { locale?: unknown }, { id, kit }: AppKit): Promise<void> {
  const say = (problem: string) => kit.ports.log.error(`createAppKit: ${problem}`)
  // The next kit is made in the same breath as this one ends; a page that ends it on purpose has none then.
  kit.endWith(() =>
    queueMicrotask(() => {
      if (kitById(id))
        say('called again with other options, it replaced the first kit: call it once, outside of components.')
    }),
  )
  // Any language will do: all have the same texts, and English is part of the dialog, which would be cut for it.
  const texts = typeof options.locale === 'object' ? (await import('../i18n/compiled/main/de.ts')).de : {}
  const isColour = (text: string) => CSS.supports('color', text)
  const page = typeof CSS === 'undefined' || !CSS.supports ? {} : { isColour }
  for (const problem of optionProblems({ ...options }, texts, page)) say(problem)
  for (const note of optionNotes({ ...options }, location.hostname)) kit.ports.log.info(`createAppKit: ${note}`)
}
