import { expect, test } from 'vitest'
import { approvalPage, loginAnswerPage, undoPage } from '../approvalPage.ts'
import en from './catalogs/en.json' with { type: 'json' }
import type { PageTextKey } from './catalogs.ts'
import { speakPage } from './pageTexts.ts'

const languages = ['ar', 'de', 'es', 'fr', 'he', 'hi', 'ja', 'ko', 'pt', 'ru', 'tr', 'zh']
const shown = { site: 'shop.example', label: 'Firefox, Linux', choices: ['17', '42', '86'] }

test.each(languages)('%s has every text of a page, with what is put into it, in its own words', (language) => {
  const { say } = speakPage(language)
  const names = ['person', 'site', 'from', 'to', 'provider']
  const holes = Object.fromEntries(names.map((name) => [name, `{${name}}`]))
  const holesIn = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort()
  for (const [key, text] of Object.entries(en.pages) as [PageTextKey, string][]) {
    expect(holesIn(say(key, holes)), key).toEqual(holesIn(text))
    expect(say(key, holes), key).not.toBe(text)
    // Hours, days and minutes are the same in every language.
    expect(say(key, holes).match(/72|15|30/g), key).toEqual(text.match(/72|15|30/g))
  }
})

test.each(['en', ...languages])('%s: a page names person, site and device, and leaves no hole', async (language) => {
  const page = async (made: ReturnType<typeof approvalPage>) => String(await made)
  const direction = ['ar', 'he'].includes(language) ? 'rtl' : 'ltr'
  const pages = [
    await page(approvalPage({ ...shown, email: 'ann@site.example', since: 0 }, 'x', language)),
    await page(approvalPage({ ...shown, email: undefined, provider: 'google', name: '<i>Ann' }, 'x', language)),
    await page(undoPage({ email: 'ann@site.example', current: 'bea@new.example' }, 'x', language)),
    await page(undoPage({ email: 'ann@site.example', current: undefined }, 'x', language)),
    await page(loginAnswerPage('away', language, 'Google')),
  ]
  for (const text of pages) {
    expect(text).toContain(`<html lang="${language}" dir="${direction}">`)
    expect(text).not.toMatch(/\{|undefined|<i>/)
  }
  for (const text of pages.slice(0, 2)) {
    expect(text).toContain('<b dir="auto">shop.example</b>')
    expect(text).toContain('Firefox, Linux')
  }
  expect(pages[0]).toContain('<b dir="auto">ann@site.example</b>')
  expect(pages[1]).toContain('&lt;i&gt;Ann (Google)')
  expect(pages[2]).toContain('<b dir="auto">bea@new.example</b>')
  expect(pages[4]).toContain('Google')
})
