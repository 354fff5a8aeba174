import { expect, test } from 'vitest'
import { type CodePurpose, codeMail, type Notice, noticeMail } from './mails.ts'
import en from './mailTexts/catalogs/en.json' with { type: 'json' }
import { acceptedLanguage, type MailTextKey, mailTexts } from './mailTexts/mailTexts.ts'

const languages = ['ar', 'de', 'es', 'fr', 'he', 'hi', 'ja', 'ko', 'pt', 'ru', 'tr', 'zh']

test.each(languages)('%s translates every mail text, with all placeholders', (language) => {
  const texts = mailTexts(language)
  const holes = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort()
  for (const [key, text] of Object.entries(en) as [MailTextKey, string][]) {
    expect(holes(texts[key]), key).toEqual(holes(text))
    expect(texts[key], key).not.toBe(text)
    // Hours and days are the same in every language.
    expect(texts[key].match(/72|20/g), key).toEqual(text.match(/72|20/g))
  }
})

test.each(['en', ...languages])('%s: every mail fills its placeholders and names its subject', (language) => {
  const link = 'https://api.shop.example/embedded/v1/email/revert/x'
  const changed = { email: 'bea@new.example', site: 'shop.example', at: 0, endsAt: 72 * 3_600_000, link }
  const notices: [Notice, RegExp][] = [
    [{ kind: 'session stolen' }, /./],
    [{ kind: 'codes guessed' }, /./],
    [{ kind: 'device enrolled', label: 'Firefox on Linux' }, /Firefox on Linux/],
    [{ kind: 'device revoked', label: 'Firefox on Linux' }, /Firefox on Linux/],
    [{ kind: 'e-mail changed', isLogin: true, ...changed }, /bea@new\.example\n[\s\S]*1970[\s\S]*\nhttps:/],
    [{ kind: 'e-mail changed', isLogin: false, ...changed }, /bea@new\.example\n[\s\S]*1970[\s\S]*\nhttps:/],
    [{ kind: 'e-mail change undone' }, /./],
    [{ kind: 'deletion started', at: 0 }, /1970/],
    [{ kind: 'deletion stopped' }, /./],
    [{ kind: 'wallet exported', label: 'Firefox on Linux' }, /Firefox on Linux/],
  ]
  const purposes: CodePurpose[] = ['sign-in', 'change-primary', 'change-secondary', 'reauth-delete', 'reauth-export']
  const mails = [
    ...notices.map(([notice, about]) => ({ mail: noticeMail(notice, language), about })),
    ...purposes.flatMap((purpose) =>
      [true, false].map((isLogin) => ({
        mail: codeMail({ purpose, site: 'shop.example', newEmail: 'bea@new.example', isLogin }, '123456', language),
        about: /\b123456\b/,
      })),
    ),
  ]
  for (const { mail, about } of mails) {
    expect(mail.text).toMatch(about)
    expect(mail.subject + mail.text).not.toMatch(/\{|undefined/)
  }
  expect(
    codeMail({ purpose: 'change-primary', site: 's.example', newEmail: 'bea@new.example' }, '1', language).text,
  ).toMatch(/^bea@new\.example$/m)
})

test('takes the first supported language of a browser’s list', () => {
  expect(acceptedLanguage('da, pt-BR;q=0.9, en;q=0.8')).toBe('pt')
  expect(acceptedLanguage('zh-Hant-TW, zh-TW, ja;q=0.3')).toBe('ja')
  expect(acceptedLanguage('zh-CN')).toBe('zh')
  for (const none of [undefined, '', 'constructor', ';;,,', 'x'.repeat(10_000)])
    expect(acceptedLanguage(none)).toBe(undefined)
})
