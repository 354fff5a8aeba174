import { describe, expect, it } from 'vitest'
import { ar } from './compiled/main/ar.ts'
import { de } from './compiled/main/de.ts'
import { en } from './compiled/main/en.ts'
import { es } from './compiled/main/es.ts'
import { fr } from './compiled/main/fr.ts'
import { he } from './compiled/main/he.ts'
import { hi } from './compiled/main/hi.ts'
import { ja } from './compiled/main/ja.ts'
import { ko } from './compiled/main/ko.ts'
import { pt } from './compiled/main/pt.ts'
import { ru } from './compiled/main/ru.ts'
import { tr } from './compiled/main/tr.ts'
import { zh } from './compiled/main/zh.ts'
import type { Messages } from './Messages.ts'
import type { languages } from './matchLocale.ts'

const all: Record<(typeof languages)[number], Messages> = { en, de, fr, es, pt, tr, ru, hi, zh, ja, ko, ar, he }
const others = Object.entries(all).filter(([language]) => language !== 'en')

/** Texts that take a number; every other one takes names. */
const counting = ['allWallets.found', 'networks.found']
const counts = [0, 1, 2, 3, 5, 11, 21, 100, 1_000_000]

/** The same in English and elsewhere: names, and words that the language took over. */
const shared = new Set([
  'settings.types.ordinal',
  'titles.ConnectingFarcaster',
  'titles.ConnectingWalletConnect',
  'families.solana',
  'families.polkadot',
  'families.bip122',
  'whatIsANetwork.learnUrl/he',
  'connect.wallets/de',
  'connect.wallets/fr',
  'connect.wallets/es',
  'allWallets.list/de',
  'allWallets.list/fr',
  'allWallets.list/es',
  'downloads.website/de',
])

type Leaf = { path: string; value: string | ((...given: never[]) => unknown) }

function leavesOf(node: unknown, path = ''): Leaf[] {
  if (typeof node === 'string' || typeof node === 'function') return [{ path, value: node as Leaf['value'] }]
  return Object.entries(node as object)
    .filter(([key]) => key !== 'icon')
    .flatMap(([key, child]) => leavesOf(child, path ? `${path}.${key}` : key))
}

/** The text of a leaf; a function is called with these names or numbers. */
function say({ path, value }: Leaf, given: readonly unknown[]): string {
  if (typeof value === 'string') return value
  const text = (value as (...all: readonly unknown[]) => unknown)(...given)
  expect(text, path).toBeDefined()
  return Array.isArray(text) ? text.join('') : String(text)
}

const names = ['⟦first⟧', '⟦second⟧']
const givenTo = ({ path }: Leaf): readonly unknown[] =>
  path.startsWith('notices.') ? [{ message: names[0] }] : counting.includes(path) ? [5] : names

describe.each(Object.entries(all))('%s', (language, messages) => {
  const leaves = leavesOf(messages)

  it('has the texts of English, each of the same kind', () => {
    const shape = (of: Leaf[]) => of.map(({ path, value }) => [path, typeof value])
    expect(shape(leaves)).toEqual(shape(leavesOf(en)))
  })

  it('has a finished text everywhere', () => {
    for (const leaf of leaves) {
      const text = say(leaf, givenTo(leaf))
      expect(text.trim(), leaf.path).not.toBe('')
      expect(text, leaf.path).not.toMatch(/undefined|null|NaN|\[object|\$\{|TODO/)
      expect(text, leaf.path).not.toMatch(/^\s|\s$|\s\s/)
    }
  })

  it('uses every argument', () => {
    for (const leaf of leaves) {
      if (typeof leaf.value === 'string' || counting.includes(leaf.path)) continue
      if (leaf.path.startsWith('notices.') && leaf.path !== 'notices.message') continue
      const text = say(leaf, givenTo(leaf))
      const wanted = leaf.path.startsWith('connect.legal') ? names : names.slice(0, 1)
      for (const name of wanted) expect(text, leaf.path).toContain(name)
    }
  })

  it('agrees to the terms, to the privacy policy, or to both', () => {
    const { legal, legalCheckbox, terms, privacy } = messages.connect
    for (const sentence of [legal, legalCheckbox]) {
      expect(sentence(terms, undefined).join('')).not.toContain(privacy)
      expect(sentence(undefined, privacy).join('')).not.toContain(terms)
      const [, first, between, second] = sentence(terms, privacy)
      expect([first, second]).toEqual([terms, privacy])
      expect(between).not.toBe('')
      expect(sentence(terms, undefined)[2] + sentence(undefined, privacy)[2]).toBe('')
    }
  })

  it('gives as many hints as English', () => {
    expect(messages.connecting.slowHints('A')).toHaveLength(en.connecting.slowHints('A').length)
    expect(messages.switchNetwork.slowHints).toHaveLength(en.switchNetwork.slowHints.length)
  })

  it('counts', () => {
    for (const path of counting) {
      const leaf = leaves.find((each) => each.path === path)
      if (!leaf) throw new Error(`${path} is gone`)
      for (const count of counts) {
        const text = say(leaf, [count])
        const isWord = (language === 'ar' && count < 3) || (language === 'he' && (count === 1 || count === 2))
        if (!isWord) expect(text.replace(/[^0-9]/g, ''), `${path} ${count}`).toBe(String(count))
        else expect(text).not.toMatch(/[0-9]/)
      }
    }
  })
})

describe.each(others)('%s compared with English', (language, messages) => {
  it('leaves nothing in English', () => {
    const english = new Map(leavesOf(en).map((leaf) => [leaf.path, say(leaf, givenTo(leaf))]))
    const same = leavesOf(messages)
      .filter((leaf) => leaf.path !== 'notices.message' && say(leaf, givenTo(leaf)) === english.get(leaf.path))
      .filter(({ path }) => !shared.has(path) && !shared.has(`${path}/${language}`))
    expect(same.map(({ path }) => path)).toEqual([])
    expect(messages.notices.message({})).not.toBe(en.notices.message({}))
  })
})

it.each([
  ['ru', 1, 'Найден 1 кошелёк'],
  ['ru', 3, 'Найдено 3 кошелька'],
  ['ru', 11, 'Найдено 11 кошельков'],
  ['ru', 21, 'Найден 21 кошелёк'],
  ['ar', 0, 'لم يُعثر على أي محفظة'],
  ['ar', 2, 'عُثر على محفظتين'],
  ['ar', 5, 'عُثر على 5 محافظ'],
  ['ar', 100, 'عُثر على 100 محفظة'],
  ['he', 2, 'נמצאו שני ארנקים'],
  ['fr', 0, '0 wallet trouvé'],
  ['de', 0, '0 Wallets gefunden'],
  ['ja', 1, '1 件のウォレットが見つかりました'],
] as const)('%s says %i as “%s”', (language, count, text) => {
  expect(all[language].allWallets.found(count)).toBe(text)
})

it('isolates a name from Arabic and Hebrew', () => {
  for (const { connecting } of [ar, he])
    expect(connecting.continueIn('Wallet (beta)')).toContain('\u2068Wallet (beta)\u2069')
})

it('lacks no text: it would not compile', () => {
  const { close: _, ...shell } = de.shell
  // @ts-expect-error a text is missing
  const lacking: Messages = { ...de, shell }
  // @ts-expect-error a text of an error is missing
  const wordless: Messages = { ...de, errors: { internal: 'Fehler' } }
  // @ts-expect-error a slide is missing
  const short: Messages = { ...de, whatIsANetwork: { ...de.whatIsANetwork, slides: [de.whatIsANetwork.slides[0]] } }
  const more = { ...de.shell, close: 'Zu' } satisfies Messages['shell']
  // @ts-expect-error a text too many
  const extra = { ...de.button, greeting: 'Hallo' } satisfies Messages['button']
  expect([lacking, wordless, short, more, extra]).toHaveLength(5)
})
