import { describe, expect, it } from 'vitest'
import type { Messages } from './catalog.ts'
import { catalogProblems } from './catalogProblems.ts'
import { messageCode, parameterCode, parametersOf } from './compileMessage.ts'
import { compileModal } from './compileModal.ts'
import { parseMessage } from './parseMessage.ts'

/** The function that a message is compiled to. */
function functionOf(message: string, language = 'en'): (...values: unknown[]) => string {
  const counted = (count: number, forms: Record<string, (n: string) => string>) =>
    (forms[new Intl.PluralRules(language).select(count)] ?? forms.other!)(new Intl.NumberFormat(language).format(count))
  const code = `(${parameterCode(parametersOf(message), 'de')}) => ${messageCode(message)}`
  return new Function('counted', `return ${code}`)(counted)
}

describe('messageCode', () => {
  it.each<[string, unknown[], string]>([
    ['Close', [], 'Close'],
    ['{name}', ['Ann'], 'Ann'],
    ['Send {amount} to {name}', ['1 ETH', 'Ann'], 'Send 1 ETH to Ann'],
    ['\u2068{name}\u2069 `$`\\', ['Ann'], '\u2068Ann\u2069 `$`\\'],
    ['Best of {count, number, ::group-off}', [12_345], 'Best of 12345'],
    ['{count, plural, one {# wallet} other {# wallets}}', [1], '1 wallet'],
    ['{count, plural, one {# wallet} other {# wallets}}', [12_345], '12,345 wallets'],
    ['Ask {count, plural, =1 {once} =2 {twice} other {{count} times}}.', [2], 'Ask twice.'],
    ['Ask {count, plural, =1 {once} =2 {twice} other {{count} times}}.', [12_345], 'Ask 12345 times.'],
  ])('%s', (message, values, text) => {
    expect(functionOf(message)(...values)).toBe(text)
  })

  it('needs no plural rules if all categories read alike', () => {
    const message = '{count, plural, =1 {una vez} one {{count} veces} many {{count} veces} other {{count} veces}}'
    expect(messageCode(message)).toMatch(/^count === 1 \? "una vez" : `\$\{count\} veces`$/)
  })
})

describe('parseMessage', () => {
  it.each([
    'a {name',
    'a } b',
    '{count, plural, one {a}}',
    '{count, plural, one {a} one {b} other {c}}',
    '{count, plural, several {a} other {c}}',
    '{count, plural, other {c}',
    '{count, select, other {c}}',
    '{count, number, percent}',
    "an '{example}'",
  ])('rejects %s', (message) => {
    expect(() => parseMessage(message)).toThrow(/at character \d+ of “/)
  })

  it('reads a # outside a plural as text', () => {
    expect(parseMessage('item #{id}')).toEqual(['item #', { kind: 'argument', name: 'id', isNumber: false }])
  })
})

describe('compileModal', () => {
  const legal = { both: 'Accept {terms} and {privacy}.', terms: 'Accept {terms}.', privacy: 'Accept {privacy}.' }
  const main = { button: { connect: 'Connect' }, connect: { legal }, notices: { copied: 'Copied', message: 'Failed' } }
  const english: Messages = { main, send: { all: 'All {amount}', hints: ['Open {wallet}', 'Unlock it'] } }

  it('makes one module per area and language, and loaders per area', () => {
    const files = compileModal(
      new Map([
        ['en', english],
        ['de', english],
      ]),
    )
    expect([...files.keys()].sort()).toEqual(
      ['main/de.ts', 'main/en.ts', 'main/enButton.ts', 'send/de.ts', 'send/en.ts', 'sendTexts.ts'].sort(),
    )
    expect(files.get('send/en.ts')).toMatch(/all: \(amount: string\) => `All \$\{amount\}`/)
    expect(files.get('send/de.ts')).toMatch(/hints: \(wallet\) => \[`Open \$\{wallet\}`, "Unlock it"\]/)
    expect(files.get('main/en.ts')).toContain('button: enButton')
    expect(files.get('main/de.ts')).toContain(
      `legal: (terms, privacy) => ["Accept ", terms, terms && privacy ? " and " : '', privacy, "."]`,
    )
    expect(files.get('main/de.ts')).toContain('message: (params) => params.message ?? "Failed"')
  })

  it('rejects a sentence whose variants end differently', () => {
    const other = { ...english, main: { ...main, connect: { legal: { ...legal, terms: 'Accept {terms}!' } } } }
    expect(() =>
      compileModal(
        new Map([
          ['en', english],
          ['de', other],
        ]),
      ),
    ).toThrow('must begin and end')
  })

  it('keeps icons the same in every language', () => {
    expect(catalogProblems('de', { icon: 'Schlüssel' }, { icon: 'key' })).toEqual(['icon must be “key”, as in English'])
  })
})
