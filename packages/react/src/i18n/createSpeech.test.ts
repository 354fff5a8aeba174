import { describe, expect, it } from 'vitest'
import { de } from './compiled/main/de.ts'
import { createSpeech } from './createSpeech.ts'
import { english } from './english.ts'
import { loadLocale, type Spoken } from './loadLocale.ts'
import { languages } from './matchLocale.ts'

const never = (error: unknown) => {
  throw error
}

describe('loadLocale', () => {
  it.each(languages)('has %s, read the way Intl says', async (language) => {
    const { tag, direction, messages } = await loadLocale([language])
    expect(tag).toBe(language)
    expect(messages === undefined).toBe(language === 'en')
    const script = new Intl.Locale(language).maximize().script ?? ''
    expect(direction).toBe(['Arab', 'Hebr'].includes(script) ? 'rtl' : 'ltr')
  })
})

describe('createSpeech', () => {
  it('starts in English, and switches once another language has loaded', async () => {
    const speech = createSpeech(undefined, never)
    expect(speech.get()).toEqual({ tag: 'en', direction: 'ltr', messages: undefined })
    const tags: string[] = []
    speech.subscribe(() => tags.push(speech.get().tag))
    await speech.set('de-AT')
    await speech.set(['nl', 'he'])
    await speech.set('he')
    expect(tags).toEqual(['de-AT', 'he'])
    expect(speech.get().direction).toBe('rtl')
  })

  it('stays English if a language does not load, and logs why', async () => {
    const failures: unknown[] = []
    const broken = new Error('offline')
    const speech = createSpeech(
      undefined,
      (error) => failures.push(error),
      () => Promise.reject(broken),
    )
    await speech.set('fr')
    expect(speech.get()).toEqual({ tag: 'en', direction: 'ltr', messages: undefined })
    expect(failures).toEqual([broken])
  })

  it('lets the last request win, however long an earlier one takes', async () => {
    const arrivals: Record<string, () => void> = {}
    const load = ([tag = '']: readonly string[]) =>
      new Promise<Spoken>((resolve) => {
        arrivals[tag] = () => resolve({ tag, direction: 'ltr', messages: de })
      })
    const speech = createSpeech(undefined, never, load)
    const both = [speech.set('de'), speech.set('fr')]
    arrivals.fr?.()
    arrivals.de?.()
    await Promise.all(both)
    expect(speech.get().tag).toBe('fr')
  })

  it('uses a language of the site’s own at once, and stops notifying when stopped', async () => {
    const own = { ...english, tag: 'eo' }
    const speech = createSpeech(own, never)
    expect(speech.get()).toBe(own)
    const change = speech.set('de')
    speech.stop()
    await change
    expect(speech.get()).toBe(own)
  })

  it('writes numbers as English does if a language’s own tag is invalid', async () => {
    const speech = createSpeech({ ...english, tag: 'en_US' }, never)
    expect(speech.get()).toEqual(english)
    await speech.set({ ...english, tag: 'not a tag' })
    expect(new Intl.NumberFormat(speech.get().tag).format(1.5)).toBe('1.5')
  })

  it.each([null, {}, { tag: 'eo' }, { tag: 'eo', messages: null }])(
    'speaks English if the site passes %j',
    async (own) => {
      const failures: unknown[] = []
      const speech = createSpeech(own as never, (error) => failures.push(error))
      await speech.set(own as never)
      expect(speech.get()).toMatchObject({ tag: expect.stringMatching(/^en/), messages: undefined })
      expect(failures).toHaveLength(own ? 1 : 0)
    },
  )
})
