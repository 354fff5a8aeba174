import type { MessageNode, Messages } from './catalog.ts'
import { keyCode, messageCode, parameterCode, parametersOf, quote } from './compileMessage.ts'

const header = '// Compiled from ../../catalogs by `npm run catalogs`: edit the catalog instead.\n'

/** Values of the dialog's texts that are no plain messages, and the types that English must have. */
type Shape = { code?: (own: Messages, english: Messages, language: string) => string; type?: string }
const shapes: Readonly<Record<string, Shape>> = {
  'main.connect.legal': { code: linksCode },
  'main.connect.legalCheckbox': { code: linksCode },
  'main.whatIsAWallet.slides': { type: 'readonly [Slide, Slide, Slide]' },
  'main.whatIsANetwork.slides': { type: 'readonly [Slide, Slide]' },
  'main.settings.types': { type: 'Record<AccountType, string>' },
  'main.families': { type: 'Record<Namespace, string>' },
  'main.notices': { code: noticesCode, type: 'Record<NoticeCode, (params: Record<string, string>) => string>' },
  'main.alerts': { type: 'Record<AlertCode, string>' },
  'main.errors': { type: 'Partial<Record<ErrorCode, string>>' },
}
const englishImports = `import type { AlertCode } from '@billfold/core/model/alert'
import type { NoticeCode } from '@billfold/core/model/notice'
import type { AccountType } from '@billfold/protocol/accountType'
import type { Namespace } from '@billfold/protocol/caip'
import type { ErrorCode } from '@billfold/protocol/error'
import type { Legal, Slide } from '../../shapes.ts'
`

/**
 * The modules of the kit's texts by their paths in `i18n/compiled`: one for each area and language, which loads with
 * the area's views, and one that loads them for each area. Texts with arguments become functions, so that no page
 * parses messages.
 */
export function compileModal(catalogs: ReadonlyMap<string, Messages>): Map<string, string> {
  const english = catalogs.get('en')!
  const files = new Map<string, string>()
  for (const area of Object.keys(english)) {
    const typeName = `${area[0]!.toUpperCase()}${area.slice(1)}Texts`
    for (const [language, catalog] of catalogs)
      files.set(`${area}/${language}.ts`, indent(areaCode(area, language, catalog[area]!, english[area]!, typeName)))
    if (area !== 'main') files.set(`${area}Texts.ts`, loadersCode(area, typeName, [...catalogs.keys()]))
  }
  const { button } = english.main as { button: MessageNode }
  // On the page before the dialog, apart from its texts.
  const buttonCode = `${header}\nexport const enButton = ${nodeCode('main.button', 'en', button, button)}\n`
  files.set('main/enButton.ts', indent(buttonCode))
  return files
}

function indent(code: string): string {
  let depth = 0
  const lines = code.split('\n').map((line) => {
    if (/^[\]}]/.test(line)) depth -= 1
    const indented = line === '' ? '' : `${'  '.repeat(depth)}${line}`
    if (/[[{]$/.test(line)) depth += 1
    return indented
  })
  return lines.join('\n')
}

function areaCode(area: string, language: string, own: MessageNode, english: MessageNode, typeName: string): string {
  const body = nodeCode(area, language, own, english)
  const isMain = area === 'main'
  const isEnglish = language === 'en'
  const hasPlurals = body.includes('counted(')
  const typeImport = isMain
    ? `import type { Messages } from '../../Messages.ts'\n`
    : `import type { ${typeName} } from '../${area}Texts.ts'\n`
  return [
    header,
    isEnglish && isMain ? `${englishImports}import { enButton } from './enButton.ts'\n` : '',
    isEnglish ? '' : typeImport,
    hasPlurals ? `import { pluralOf } from '../../plural.ts'\n\nconst counted = pluralOf('${language}')\n` : '',
    `\nexport const ${language} = ${body}${isEnglish ? '' : ` satisfies ${isMain ? 'Messages' : typeName}`}\n`,
  ].join('')
}

function nodeCode(path: string, language: string, own: MessageNode, english: MessageNode): string {
  const { code, type } = shapes[path] ?? {}
  const value = code ? code(own as Messages, english as Messages, language) : valueCode(path, language, own, english)
  return type && language === 'en' ? `${value} satisfies ${type}` : value
}

function valueCode(path: string, language: string, own: MessageNode, english: MessageNode): string {
  const parameters = parametersOf(english)
  const start = parameters.size > 0 ? `(${parameterCode(parameters, language)}) => ` : ''
  if (typeof own === 'string') return start + messageCode(own)
  if (Array.isArray(own)) {
    // The list takes the arguments of its messages.
    const items = own.map((each: MessageNode, at) =>
      typeof each === 'string' ? messageCode(each) : nodeCode(`${path}.${at}`, language, each, partOf(english, at)),
    )
    return `${start}[${items.join(', ')}]`
  }
  const rows = Object.entries(own).map(([key, each]) => {
    const below = `${path}.${key}`
    const isButton = below === 'main.button' && language === 'en'
    return `${keyCode(key)}: ${isButton ? 'enButton' : nodeCode(below, language, each, partOf(english, key))},`
  })
  return `{\n${rows.join('\n')}\n}`
}

const partOf = (node: MessageNode, key: string | number): MessageNode => (node as Messages)[key]!

/** A sentence with links to the terms, the privacy policy or both, cut at the links. */
function linksCode(own: Messages, _: Messages, language: string): string {
  const [start, between, end] = cut(own.both as string, 'terms', 'privacy')
  const [startTerms, endTerms] = cut(own.terms as string, 'terms')
  const [startPrivacy, endPrivacy] = cut(own.privacy as string, 'privacy')
  if (start !== startTerms || end !== endTerms || end !== endPrivacy)
    throw new Error(`${language}: “${own.both}” must begin and end as its variants with one link`)
  const startCode = start === startPrivacy ? quote(start!) : `terms ? ${quote(start!)} : ${quote(startPrivacy!)}`
  const type = language === 'en' ? ': string | undefined' : ''
  const result = language === 'en' ? ': Legal' : ''
  return `(terms${type}, privacy${type})${result} => [${startCode}, terms, terms && privacy ? ${quote(between!)} : '', privacy, ${quote(end!)}]`
}

const cut = (sentence: string, ...names: string[]): string[] =>
  names.reduce<string[]>((pieces, name) => [...pieces.slice(0, -1), ...pieces.at(-1)!.split(`{${name}}`)], [sentence])

/** Notices are functions, since a site's own message is one. */
function noticesCode(own: Messages): string {
  const rows = Object.entries(own).map(([key, text]) => {
    const code = quote(text as string)
    return `${keyCode(key)}: ${key === 'message' ? `(params) => params.message ?? ${code}` : `() => ${code}`},`
  })
  return `{\n${rows.join('\n')}\n}`
}

function loadersCode(area: string, typeName: string, languages: readonly string[]): string {
  const rows = languages.map((language) => `  ${language}: () => import('./${area}/${language}.ts'),`)
  return `${header.replace('../../', '../')}import { createArea } from '../createArea.ts'
import type { en } from './${area}/en.ts'

export type ${typeName} = typeof en

export const ${area}Texts = createArea<${typeName}>({
${rows.join('\n')}
})
`
}
