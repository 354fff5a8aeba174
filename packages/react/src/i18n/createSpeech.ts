import type { Locale } from './Locale.ts'
import { loadLocale, type Spoken, spokenEnglish } from './loadLocale.ts'

/** Tags by preference, or a language of the site's own; nothing follows the page and then the visitor's browser. */
export type LocaleRequest = string | readonly string[] | Locale | undefined

/** The language of one kit: English until another is there, and whenever it cannot be fetched. */
export type Speech = {
  get(): Spoken
  subscribe(listener: () => void): () => void
  /** Resolves when the language is on the screen; where it cannot be fetched, English is. */
  set(request: LocaleRequest): Promise<void>
  stop(): void
}

/** Keeps the language that a site asks for, or that its page is in. */
export function createSpeech(
  initial: LocaleRequest,
  onFailure: (error: unknown) => void,
  load: typeof loadLocale = loadLocale,
): Speech {
  const listeners = new Set<() => void>()
  const page = typeof document === 'undefined' ? undefined : document.documentElement
  let request = initial
  let spoken: Spoken = isOwn(initial) ? ownOf(initial) : { ...spokenEnglish, direction: directionOf(page) ?? 'ltr' }
  let turn = 0

  const speak = (next: Spoken) => {
    if (next.tag === spoken.tag && next.direction === spoken.direction && next.messages === spoken.messages) return
    spoken = next
    for (const listener of listeners) listener()
  }
  const update = async () => {
    turn += 1
    const mine = turn
    if (isOwn(request)) return speak(ownOf(request))
    const next = await load(requestsOf(request, page)).catch((error: unknown) => {
      onFailure(error)
      return spokenEnglish
    })
    if (mine === turn) speak({ ...next, direction: directionOf(page) ?? next.direction })
  }
  const watcher = page && new MutationObserver(() => void update())
  if (page) {
    watcher?.observe(page, { attributes: true, attributeFilter: ['lang', 'dir'] })
    void update()
  }
  return {
    get: () => spoken,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    set(wanted) {
      request = wanted
      return update()
    },
    stop() {
      turn += 1
      watcher?.disconnect()
      listeners.clear()
    },
  }
}

export const isOwn = (request: LocaleRequest): request is Locale =>
  Boolean((request as Partial<Locale> | undefined)?.messages)

/**
 * A language of the site's own; one with an invalid tag (`en_US`) writes its numbers as English does, since Intl would
 * throw.
 */
function ownOf(locale: Locale): Locale {
  try {
    Intl.getCanonicalLocales(locale.tag)
    return locale
  } catch {
    return { ...locale, tag: 'en' }
  }
}

function requestsOf(request: Exclude<LocaleRequest, Locale>, page: HTMLElement | undefined): readonly string[] {
  if (request) return typeof request === 'string' ? [request] : request
  if (page?.lang) return [page.lang]
  return typeof navigator === 'undefined' ? [] : (navigator.languages ?? [])
}

/** The page's own word on its direction outranks the language's: a card laid out against its page looks broken. */
function directionOf(page: HTMLElement | undefined): 'ltr' | 'rtl' | undefined {
  return page?.dir === 'ltr' || page?.dir === 'rtl' ? page.dir : undefined
}
