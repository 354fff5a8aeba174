import { expect, test } from 'vitest'
import { languages } from '../gallery/galleryLook.ts'
import { otherWords } from './otherWords.ts'
import { english } from './SiteWords.ts'

const kept = ['Playground', 'Docs', 'Site']

test.each(Object.entries(otherWords))('%s has every text, translated', (tag, words) => {
  expect(Object.keys(languages)).toContain(tag)
  expect(Object.keys(words)).toEqual(Object.keys(english))
  for (const [key, text] of Object.entries(words)) {
    expect(text, key).not.toBe('')
    if (!kept.includes(text ?? '')) expect(text, key).not.toBe(english[key as keyof typeof english])
  }
  expect(words.partly).toBeDefined()
})

test('each of the kit’s languages is one of the site’s', () => {
  expect(['en', ...Object.keys(otherWords)].toSorted()).toEqual(Object.keys(languages).toSorted())
})
