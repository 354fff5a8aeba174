import { createStore } from '../createStore.ts'
import { useStore } from '../useStore.ts'
import { english, type SiteWords } from './SiteWords.ts'
import { siteLanguage } from './siteLanguage.ts'

const words = createStore<SiteWords>(english)

async function loadWords(): Promise<void> {
  const language = siteLanguage.get()
  if (language === 'en') return words.set(english)
  const { otherWords } = await import('./otherWords.ts')
  if (siteLanguage.get() === language) words.set(otherWords[language])
}

// Without its file the site stays readable in the language before; the next choice retries.
const follow = () => void loadWords().catch(() => undefined)
siteLanguage.subscribe(follow)
follow()

/** The site's texts in the visitor's language; in the language before until they have loaded. */
export const useSiteWords = (): SiteWords => useStore(words)
