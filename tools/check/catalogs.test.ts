import { afterEach, expect, test } from 'vitest'
import { languages } from '../catalogs/languages.ts'
import { checkCatalogs } from './catalogs.ts'
import { removeTree, writeTree } from './writeTree.ts'

const roots: string[] = []
afterEach(() => Promise.all(roots.splice(0).map(removeTree)))

const folder = 'packages/react/src/i18n/catalogs/'
const english = { sent: 'Sent to {name}', shops: '{count, plural, one {# shop} other {# shops}}' }
const arabic = Object.fromEntries(['zero', 'one', 'two', 'few', 'many', 'other'].map((form) => [form, '#']))
const plural = (forms: Record<string, string>) =>
  `{count, plural, ${Object.entries(forms)
    .map(([form, text]) => `${form} {${text}}`)
    .join(' ')}}`
const formsOf = (language: string) =>
  new Intl.PluralRules(language).resolvedOptions().pluralCategories.map((form) => [form, '#'])

/** The problems of a surface's catalogs of which one is changed. */
async function problemsWith(changes: Record<string, unknown>): Promise<string[]> {
  const files = Object.fromEntries(
    languages.map((language) => [
      `${folder}${language}.json`,
      JSON.stringify(
        language === 'en' ? english : { ...english, shops: plural(Object.fromEntries(formsOf(language))) },
      ),
    ]),
  )
  const changed = Object.entries(changes).map(([name, catalog]) => [`${folder}${name}`, JSON.stringify(catalog)])
  const root = await writeTree({ ...files, ...Object.fromEntries(changed) })
  roots.push(root)
  return (await checkCatalogs(root)).map(({ path, sentence }) => `${path.slice(folder.length)} ${sentence}`)
}

const german = { ...english }

test('accepts complete catalogs', async () => {
  expect(await problemsWith({})).toEqual([])
})

test.each<[string, Record<string, unknown>, string]>([
  ['a missing key', { 'de.json': { shops: german.shops } }, 'de.json sent is missing'],
  ['an extra key', { 'de.json': { ...german, more: 'Mehr' } }, 'de.json more is not in the English catalog'],
  ['an empty text', { 'de.json': { ...german, sent: ' ' } }, 'de.json sent: is empty'],
  [
    'a missing placeholder',
    { 'de.json': { ...german, sent: 'Gesendet' } },
    'de.json sent: lacks the placeholder {name}',
  ],
  [
    'a misspelled placeholder',
    { 'de.json': { ...german, sent: 'An {name} und {nane}' } },
    'de.json sent: has the placeholder {nane}, which English does not have',
  ],
  [
    'a missing plural form',
    { 'ar.json': { ...english, shops: plural({ ...arabic, few: undefined! }).replace('few {undefined} ', '') } },
    'ar.json shops: lacks the plural form “few”',
  ],
  [
    'a plural form of another language',
    { 'ja.json': { ...english } },
    'ja.json shops: has the plural form “one”, which ja does not have',
  ],
  [
    'a placeholder that English does not count',
    { 'de.json': { ...german, sent: '{name, plural, one {an einen} other {an #}}' } },
    'de.json sent: counts {name}, which is no number in English',
  ],
  [
    'a malformed message',
    { 'de.json': { ...german, sent: 'An {name' } },
    'de.json sent: malformed argument at character 4 of “An {name”',
  ],
  ['a language that we do not have', { 'xx.json': english }, 'xx.json is no catalog of a language that we have'],
])('rejects %s', async (_, changes, problem) => {
  expect(await problemsWith(changes)).toEqual([problem])
})

test('rejects a missing language', async () => {
  const root = await writeTree({ [`${folder}en.json`]: JSON.stringify(english) })
  roots.push(root)
  expect(await checkCatalogs(root)).toHaveLength(languages.length - 1)
})

test('rejects a plural where values are only inserted', async () => {
  const files = languages.map((language) => [
    `apps/shop/catalogs/${language}.json`,
    '{ "a": "{n, plural, other {#}}" }',
  ])
  const root = await writeTree(Object.fromEntries(files))
  roots.push(root)
  expect((await checkCatalogs(root)).map(({ sentence }) => sentence)).toContain(
    'a: counts, and only the modal’s catalogs are compiled',
  )
})

test('needs no category whose numbers all have a form of their own', async () => {
  const shops = '{count, plural, =1 {ein Laden} other {# Läden}}'
  expect(await problemsWith({ 'de.json': { ...german, shops } })).toEqual([])
  expect(await problemsWith({ 'fr.json': { ...german, shops } })).toEqual([
    'fr.json shops: lacks the plural form “one”',
    'fr.json shops: lacks the plural form “many”',
  ])
})
