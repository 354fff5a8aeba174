/** The gallery's states and their look: all of it is in the page's address, so that one can link to a state. */
export type GalleryLook = {
  /** Only this state. */
  state: string | undefined
  /** Only states of this view. */
  view: string | undefined
  theme: 'light' | 'dark'
  direction: 'ltr' | 'rtl'
  language: string
  /** Of a card, in pixels. */
  width: number
  /** Over the page instead of in it; only for one state. */
  frame: 'card' | 'dialog'
}

export const languages = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  pt: 'Português',
  tr: 'Türkçe',
  ru: 'Русский',
  hi: 'हिन्दी',
  zh: '中文',
  ja: '日本語',
  ko: '한국어',
  ar: 'العربية',
  he: 'עברית',
} as const

export const widths = [400, 360, 320] as const
const [usualWidth] = widths
const [narrowest, widest] = [280, 1280]

/** Reads a look from an address; missing or invalid values take their defaults. */
export function readLook(search: string, prefersDark: boolean): GalleryLook {
  const query = new URLSearchParams(search)
  const language = query.get('lang') ?? 'en'
  const known = Object.hasOwn(languages, language) ? language : 'en'
  const width = Number(query.get('width') ?? usualWidth)
  const theme = query.get('theme')
  const direction = query.get('dir')
  const state = query.get('state') ?? undefined
  return {
    state,
    view: query.get('view') ?? undefined,
    theme: theme === 'light' || theme === 'dark' ? theme : prefersDark ? 'dark' : 'light',
    direction: direction === 'ltr' || direction === 'rtl' ? direction : isRightToLeft(known) ? 'rtl' : 'ltr',
    language: known,
    width: Number.isInteger(width) && width >= narrowest && width <= widest ? width : usualWidth,
    frame: state !== undefined && query.get('frame') === 'dialog' ? 'dialog' : 'card',
  }
}

/** The address of a look. */
export function addressOfLook(look: GalleryLook): string {
  const query = new URLSearchParams()
  if (look.state !== undefined) query.set('state', look.state)
  if (look.view !== undefined) query.set('view', look.view)
  query.set('theme', look.theme)
  query.set('dir', look.direction)
  query.set('lang', look.language)
  query.set('width', String(look.width))
  if (look.frame === 'dialog') query.set('frame', 'dialog')
  return `?${query}`
}

/** Whether a language reads from right to left. */
export const isRightToLeft = (language: string): boolean => language === 'ar' || language === 'he'
