import type { Kit } from '@billfold/core/kit'
import { type Language, matchLocale } from '../../i18n/matchLocale.ts'
import { addStyles } from '../styleModal.ts'
import { changeLetters } from './changeLetters.ts'
import fontStyles from './font.css?inline'

/** A name of our own: a site may have another version under the font's name. */
const family = 'Billfold Text'

type FontFile = { woff2: string; range: string }
const latin = (): Promise<FontFile> => import('./golosLatin.ts')
/** Further letters, by language; those of other scripts are the system's. */
const further: Partial<Record<Language, () => Promise<FontFile>>> = {
  ru: () => import('./golosCyrillic.ts'),
  tr: () => import('./golosLatinExt.ts'),
}

const loads = new Map<() => Promise<FontFile>, Promise<FontFace | undefined>>()

type SavingNavigator = { connection?: { saveData?: boolean } }

/** Loads the typeface unless the site has one of its own or the visitor saves data. */
export async function offerFont(kit: Kit, tag: string): Promise<void> {
  const variables: Readonly<Record<string, unknown>> = kit.store.get().theme.variables
  if (variables['--w3m-font-family'] || (navigator as SavingNavigator).connection?.saveData) return
  await loadFont(matchLocale([tag]).language)
}

/**
 * Gives the modal its typeface. The rule that names it comes once the font is there, so nothing waits for it or is drawn
 * twice; the page's own text keeps its fonts.
 */
export async function loadFont(language: Language): Promise<void> {
  const files = [latin, further[language]].filter((file) => file !== undefined)
  const faces = await Promise.all(files.map((file) => loads.get(file) ?? begin(file)))
  // The one-file script has none.
  const found = faces.filter((face) => face !== undefined)
  for (const face of found) document.fonts.add(face)
  if (found.length > 0) addStyles([fontStyles], changeLetters)
}

function begin(file: () => Promise<FontFile>): Promise<FontFace | undefined> {
  const load = readFace(file)
  loads.set(file, load)
  // The next opening tries again.
  load.catch(() => loads.delete(file))
  return load
}

/** By its bytes: a font with an address would need the page's policy to allow it. */
async function readFace(file: () => Promise<FontFile>): Promise<FontFace | undefined> {
  const { woff2, range } = await file()
  if (!woff2) return undefined
  const bytes = Uint8Array.from(atob(woff2), (letter) => letter.charCodeAt(0))
  return new FontFace(family, bytes.buffer, { weight: '400 900', unicodeRange: range }).load()
}
