import { expect, test } from 'vitest'
import { approvalMail, cancelMail, movedMail, secondMail, takeoverMail } from './approvalMail.ts'
import en from './texts/catalogs/en.json' with { type: 'json' }
import type { MailTextKey } from './texts/catalogs.ts'
import { languageOf, speak } from './texts/mailTexts.ts'

const languages = ['ar', 'de', 'es', 'fr', 'he', 'hi', 'ja', 'ko', 'pt', 'ru', 'tr', 'zh']
const link = 'https://guardian.site.example/guardian/v1/undo/x'
const facts = { site: 'shop.example', label: 'Firefox, Linux', link, opensAt: 0 }

test.each(languages)('%s has every text of an email, with what is put into it, in its own words', (language) => {
  const { say } = speak(language)
  const holes = Object.fromEntries(['site', 'date', 'person', 'to', 'provider'].map((name) => [name, `{${name}}`]))
  const holesIn = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort()
  for (const [key, text] of Object.entries(en.mails) as [MailTextKey, string][]) {
    expect(holesIn(say(key, holes)), key).toEqual(holesIn(text))
    expect(say(key, holes), key).not.toBe(text)
    // Hours and minutes are the same in every language.
    expect(say(key, holes).match(/72|15/g), key).toEqual(text.match(/72|15/g))
  }
})

test.each(['en', ...languages])('%s: an email leaves no hole, and names site, device, link and date', (language) => {
  const held = { ...facts, language }
  const mails = [
    approvalMail({ ...held, since: undefined }),
    approvalMail({ ...held, since: 0 }),
    cancelMail(held),
    secondMail({ ...held, since: 0 }),
    takeoverMail({ ...held, email: 'bea@new.example', provider: undefined }),
    takeoverMail({ ...held, email: undefined, provider: 'Google' }),
    movedMail({ ...held, to: 'bea@new.example' }),
    movedMail({ ...held, to: undefined }),
  ]
  for (const { subject, text } of mails) {
    expect(subject).toContain('shop.example')
    expect(text.split('\n')).toContain(link)
    expect(subject + text).not.toMatch(/\{|undefined/)
  }
  for (const { text } of mails.slice(0, 6)) expect(text.split('\n')).toContain('    Firefox, Linux')
  for (const { text } of mails.slice(1, 6)) expect(text).toMatch(/1970.* UTC/)
  for (const { text } of [mails[4]!, mails[6]!]) expect(text).toContain('bea@new.example')
  expect(mails[5]!.text).toContain('Google')
})

test('an email is in the first language of a caller’s list that there is, otherwise in English', () => {
  expect(languageOf('da, pt-BR;q=0.9, en;q=0.8')).toBe('pt')
  for (const none of [undefined, '', 'constructor', 'zh-Hant-TW']) expect(languageOf(none)).toBeUndefined()
  for (const language of [undefined, 'xx', 'constructor'])
    expect(cancelMail({ ...facts, language }).subject).toBe(
      'A new device will open your wallet tomorrow (shop.example)',
    )
})
