import { decimalOf } from '@billfold/protocol/decimalOf'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AmountEntry } from '../../model/amount.ts'
import { editAmount, settleAmount, shownAmount } from './editAmount.ts'
import { groupAmount } from './groupAmount.ts'
import { separatorsOf } from './separatorsOf.ts'

const locales = ['en', 'de', 'fr', 'es', 'pt', 'tr', 'ru', 'hi', 'zh', 'ja', 'ko', 'ar', 'he'] as const
const empty: AmountEntry = { amount: '' }

/** A browser text field: applies one insertion in one event. */
function put(
  entry: AmountEntry,
  text: string,
  readers: readonly string[],
  at?: { start: number; end: number },
): AmountEntry {
  const shown = shownAmount(entry, readers[0]!)
  const replaced = at ?? { start: shown.length, end: shown.length }
  return editAmount(
    entry,
    { value: shown.slice(0, replaced.start) + text + shown.slice(replaced.end), replaced },
    readers,
  )
}
const typed = (text: string, readers: readonly string[], from = empty): AmountEntry =>
  [...text].reduce((entry, sign) => put(entry, sign, readers), from)
const backspace = (entry: AmountEntry, readers: readonly string[]): AmountEntry => {
  const value = shownAmount(entry, readers[0]!).slice(0, -1)
  return editAmount(entry, { value, deletedAt: value.length }, readers)
}
/** The ways to enter a text into an empty or filled field. */
const ways: Record<string, (text: string, readers: readonly string[]) => AmountEntry> = {
  typing: (text, readers) => typed(text, readers),
  pasting: (text, readers) => put(empty, text, readers),
  'pasting over an amount': (text, readers) => {
    const before: AmountEntry = { amount: '1234' }
    return put(before, text, readers, { start: 0, end: shownAmount(before, readers[0]!).length })
  },
  // Drag and drop, a script, or a browser that does not report the replaced range.
  dropping: (text, readers) => editAmount(empty, { value: text }, readers),
  composing: (text, readers) => {
    const held = editAmount(empty, { value: text, isComposing: true }, readers)
    return held.written ? editAmount(held, { value: shownAmount(held, readers[0]!) }, readers) : held
  },
}

const scripts = ['0123456789', '٠١٢٣٤٥٦٧٨٩', '۰۱۲۳۴۵۶۷۸۹', '०१२३४५६७८९', '０１２３４５６７８９']
/** Numbers as people of a locale write them: in its digits, grouped by its sign or a similar one, or ungrouped. */
const writing = fc.record({
  locale: fc.constantFrom(...locales),
  units: fc.oneof(fc.bigInt({ min: 1n, max: 10n ** 9n }), fc.bigInt({ min: 1n, max: 2n ** 200n })),
  decimals: fc.integer({ min: 0, max: 18 }),
  script: fc.constantFrom(...scripts),
  group: fc.constantFrom('own', 'none', ' ', '\u00a0', '\u202f', '’', "'"),
})
const written = ({
  locale,
  units,
  decimals,
  script,
  group,
}: typeof writing extends fc.Arbitrary<infer T> ? T : never) => {
  const kept = decimalOf({ amount: units, decimals })
  const own = separatorsOf(locale)
  const sign = group === 'own' ? own.group : group === 'none' ? '' : group
  const text = [...groupAmount(kept, locale)].map((one) => (one === own.group ? sign : one)).join('')
  return { kept, text: text.replace(/\d/g, (digit) => script[Number(digit)] ?? digit) }
}

describe.each(Object.entries(ways))('%s', (_, enter) => {
  it('keeps the number that the visitor wrote in their locale', () => {
    fc.assert(
      fc.property(writing, (one) => {
        const { kept, text } = written(one)
        const entry = enter(text, [one.locale, one.locale])
        expect(entry.amount, text).toBe(kept)
        expect(entry.written?.problem).toBeUndefined()
        // On blur, the field shows the same number in its own formatting.
        expect(shownAmount(settleAmount(entry), one.locale)).toBe(groupAmount(kept, one.locale))
      }),
    )
  })

  it('signs the displayed amount or nothing, for any input in any language', () => {
    const signs = fc
      .array(fc.constantFrom(...'0123456789..,,  ’٫٬eE+-x/٣'), { maxLength: 12 })
      .map((all) => all.join(''))
    const reader = fc.constantFrom(...locales, 'nl', 'es-MX', 'de-CH')
    fc.assert(
      fc.property(signs, reader, reader, (text, page, visitor) => {
        const entry = enter(text, [page, visitor])
        if (entry.amount === '') return
        const shown = shownAmount(entry, page)
        expect(sayings(shown), `${text} as ${shown}`).toContain(value(entry.amount))
        // A text valid only in the page's locale has that value.
        const own = strictly(shown, page)
        if (own !== undefined) expect(value(entry.amount), shown).toBe(own)
      }),
      { numRuns: 2000 },
    )
  })

  it.each([
    ['1,5', '1.5'],
    ['1,234', '1234'],
    ['1,234.5', '1234.5'],
    ['1,234,567.89', '1234567.89'],
    ['1e5', ''],
    ['-5', ''],
    ['0x10', ''],
    ['1e-7', ''],
    ['1/2', ''],
  ])('reads %s in an English page as %s', (text, amount) => {
    const entry = enter(text, ['en', 'en'])
    expect(entry.amount).toBe(amount)
    if (amount) return
    // A rejected text stays visible with its reason, even after blur.
    expect(shownAmount(settleAmount(entry), 'en')).toBe(text)
    expect(settleAmount(entry).written?.problem).toBeDefined()
  })
})

/** An independent oracle: point or comma as decimal sign, groups of three, or of two before the last three. */
function sayings(text: string): string[] {
  const plain = text
    .replace(/[٠-٩]/g, (digit) => String('٠١٢٣٤٥٦٧٨٩'.indexOf(digit)))
    .replace(/[\u00a0\u202f’'٬]/g, ' ')
    .trim()
    .replace(/[.,٫]$/, '')
  return ['.', ',', '٫'].flatMap((point) => {
    const [whole = '', fraction = '', more] = plain.split(point)
    if (more !== undefined || !/^(?:\d*|(?:\d{3} )+\d{1,3})$/.test(fraction)) return []
    const isGrouped = /^(?:\d*|\d{1,3}([., {2}])(?:\d{3}\1)*\d{3}|\d{1,3}([., ])(?:\d{2}\2)*\d{3})$/.test(whole)
    return isGrouped && /\d/.test(plain) ? [value(`${whole.replace(/\D/g, '')}.${fraction.replace(/\D/g, '')}`)] : []
  })
}
/** The number in the locale's own signs, if the text follows its rules. */
function strictly(text: string, locale: string): string | undefined {
  const { decimal, group } = separatorsOf(locale)
  const [whole = '', fraction = '', more] = text.split(decimal)
  const groups = whole.split(group)
  const isGrouped =
    groups.length === 1 || (/^[1-9]\d{0,2}$/.test(groups[0]!) && groups.slice(1).every((g) => /^\d{3}$/.test(g)))
  const isPlain = /^\d+$/.test(groups.join('')) && /^\d*$/.test(fraction) && more === undefined
  return isGrouped && isPlain ? value(`${groups.join('')}.${fraction}`) : undefined
}
/** A canonical text per number. */
const value = (amount: string): string => {
  const [whole = '', fraction = ''] = amount.split('.')
  return `${BigInt(whole || '0')}.${fraction.replace(/0+$/, '')}`
}

describe('while typing', () => {
  const en = ['en', 'en']
  it('groups plain digits, and removes its own groups on deletion', () => {
    const entry = typed('1234', en)
    expect(shownAmount(entry, 'en')).toBe('1,234')
    expect(shownAmount(backspace(entry, en), 'en')).toBe('123')
    expect(shownAmount(put(entry, '9', en, { start: 3, end: 3 }), 'en')).toBe('12,934')
    expect(shownAmount(typed('.5', en, entry), 'en')).toBe('1,234.5')
  })

  it('does not mistake pasted groups for its own', () => {
    const before: AmountEntry = { amount: '1234' }
    for (const [text, amount] of [
      ['1,5', '1.5'],
      ['1,23', '1.23'],
      ['1,2', '1.2'],
    ] as const)
      expect(put(before, text, en, { start: 0, end: 5 }).amount, text).toBe(amount)
  })

  it('reads a lone comma as the decimal sign', () => {
    const entry = typed('1234,5', en)
    expect([entry.amount, shownAmount(entry, 'en')]).toEqual(['1234.5', '1234,5'])
    expect(shownAmount(settleAmount(entry), 'en')).toBe('1,234.5')
  })

  it('reports a comma after its own groups as ambiguous', () => {
    expect(typed('1234,567', en)).toEqual({
      amount: '',
      written: { text: '1234,567', problem: 'ambiguous', either: ['1234567', '1234.567'] },
    })
  })

  it('starts a fraction with the decimal sign alone', () => {
    expect(typed('.', en).amount).toBe('0.')
    expect(typed('.5', en).amount).toBe('0.5')
    expect(typed(',5', ['de', 'de']).amount).toBe('0.5')
    expect(typed('٫٥', ['ar', 'ar']).amount).toBe('0.5')
    expect(typed('007', en).amount).toBe('7')
  })

  it('reads a rejected text again once it is corrected', () => {
    const refused = typed('12x', en)
    expect(refused.written).toEqual({ text: '12x', problem: 'notNumber' })
    expect(backspace(refused, en)).toEqual({ amount: '12', written: undefined })
  })

  it('does not read its own groups as a fraction if the browser does not report the replaced range', () => {
    const before: AmountEntry = { amount: '1234' }
    for (const value of ['1,2345', '1,5234', '1,23', '12,34'])
      for (const replaced of [undefined, { start: 5, end: 5 }]) {
        const entry = editAmount(before, { value, ...(value === '1,2345' ? {} : { replaced }) }, en)
        expect(entry, value).toEqual({ amount: '', written: { text: value, problem: 'notNumber' } })
      }
    expect(editAmount(before, { value: '12,345' }, en).amount).toBe('12345')
    expect(editAmount(before, { value: '1.5' }, en).amount).toBe('1.5')
  })
})
