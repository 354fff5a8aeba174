import { languages } from '../gallery/galleryLook.ts'
import { useStore } from '../useStore.ts'
import { chooseLanguage, type Language, siteLanguage } from './siteLanguage.ts'
import { useSiteWords } from './useSiteWords.ts'

/** Chooses the language of the kit and of the site's first screen: short in the bar, whole names in its list. */
export function LanguageSwitch() {
  const language = useStore(siteLanguage)
  const { language: label } = useSiteWords()
  return (
    <span className="language">
      <svg className="icon" width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
        <path d="M10 17a7 7 0 1 0 0-14a7 7 0 0 0 0 14zM3 10h14M10 3c2 2 2.8 4.3 2.8 7s-.8 5-2.8 7c-2-2-2.8-4.3-2.8-7S8 5 10 3z" />
      </svg>
      <span aria-hidden="true">{language.toUpperCase()}</span>
      <select
        aria-label={label}
        value={language}
        onChange={({ target }) => chooseLanguage(target.value as Language)}
        data-testid="site-language"
      >
        {Object.entries(languages).map(([tag, name]) => (
          <option key={tag} value={tag} lang={tag}>
            {name}
          </option>
        ))}
      </select>
    </span>
  )
}
