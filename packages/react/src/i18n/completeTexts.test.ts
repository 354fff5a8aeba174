import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ar } from './compiled/main/ar.ts'
import { en } from './compiled/main/en.ts'
import { completeTexts } from './completeTexts.ts'

test('keeps a complete language as it is, with its extra texts', () => {
  expect(completeTexts(ar, en)).toEqual({ ...ar, errors: { ...en.errors, ...ar.errors } })
  expect(completeTexts({ errors: { rate_limited: 'Langsam' } }, en).errors).toMatchObject({ rate_limited: 'Langsam' })
})

test('replaces a missing text, or one of another kind, by the English one', () => {
  const own = {
    shell: { close: 'Schließen', back: undefined, help: 7 },
    titles: { Downloads: 'Laden', Connect: 'Verbinden' },
    whatIsAWallet: { slides: [{ title: 'Zuhause' }] },
    button: null,
  }
  const texts = completeTexts(own, en)
  expect(texts.shell).toEqual({ ...en.shell, close: 'Schließen' })
  expect(texts.titles.Connect).toBe('Verbinden')
  expect(texts.titles.Downloads('X')).toBe('Get X')
  expect(texts.button).toEqual(en.button)
  expect(texts.whatIsAWallet.slides).toHaveLength(3)
  expect(texts.whatIsAWallet.slides[0]).toEqual({ ...en.whatIsAWallet.slides[0], title: 'Zuhause' })
})

test('completes any texts of a site with the kit’s, each of its kind', () => {
  fc.assert(
    fc.property(fc.anything(), fc.constantFrom(...Object.keys(en)), (value, area) => {
      const texts = completeTexts({ [area]: value }, en)
      const sameKind = (mine: unknown, english: unknown): void => {
        expect(typeof mine).toBe(typeof english)
        if (typeof english !== 'object') return
        expect(Array.isArray(mine)).toBe(Array.isArray(english))
        for (const [key, text] of Object.entries(english as object))
          sameKind((mine as Record<string, unknown>)[key], text)
      }
      sameKind(texts, en)
    }),
  )
})
