import type { MessageNode } from './catalog.ts'
import { argumentsOf, type Part, parseMessage } from './parseMessage.ts'

/** The code of a string. */
export const quote = (text: string): string => JSON.stringify(text).replaceAll(/[\u2028\u2029]/g, escapeCharacter)
/** A value's key in an object literal. */
export const keyCode = (key: string): string => (/^[a-zA-Z_]\w*$/.test(key) ? key : quote(key))
/** The parameters of an arrow function, with types for English: other languages get them from it. */
export const parameterCode = (parameters: ReadonlyMap<string, boolean>, language: string): string =>
  [...parameters]
    .map(([name, isNumber]) => (language === 'en' ? `${name}: ${isNumber ? 'number' : 'string'}` : name))
    .join(', ')

/** The arguments of a message, or of a list of messages. */
export const parametersOf = (english: MessageNode): Map<string, boolean> => {
  const messages = typeof english === 'string' ? [english] : Array.isArray(english) ? english : []
  const known = new Map<string, boolean>()
  for (const message of messages) if (typeof message === 'string') argumentsOf(parseMessage(message), known)
  return known
}

/** The expression that a message is. Plurals use `counted`, the language's `pluralOf`. */
export function messageCode(message: string): string {
  return partsCode(parseMessage(message))
}

function partsCode(parts: readonly Part[]): string {
  if (parts.every((part) => typeof part === 'string')) return quote(parts.join(''))
  const [only] = parts
  if (parts.length === 1 && typeof only === 'object') {
    if (only.kind === 'plural') return pluralCode(only.name, only.forms)
    if (only.kind === 'argument' && !only.isNumber) return only.name
  }
  return `\`${parts.map((part) => (typeof part === 'string' ? templateText(part) : `\${${pieceCode(part)}}`)).join('')}\``
}

function pieceCode(part: Exclude<Part, string>): string {
  if (part.kind === 'plural') return pluralCode(part.name, part.forms)
  return part.kind === 'digits' ? 'n' : part.name
}

/** Exact numbers first; if all the other forms are the same text, no rules of the language are needed. */
function pluralCode(name: string, forms: ReadonlyMap<string, Part[]>): string {
  const exact = [...forms].filter(([key]) => key.startsWith('='))
  const byCategory = [...forms].filter(([key]) => !key.startsWith('='))
  const codes = byCategory.map(([key, parts]): [key: string, code: string, hasDigits: boolean] => [
    key,
    partsCode(parts),
    parts.some((part) => typeof part === 'object' && part.kind === 'digits'),
  ])
  const isOneText = codes.every(([, code, hasDigits]) => code === codes[0]![1] && !hasDigits)
  const rest = isOneText
    ? codes[0]![1]
    : `counted(${name}, { ${codes.map(([key, code, hasDigits]) => `${key}: (${hasDigits ? 'n' : ''}) => ${code}`).join(', ')} })`
  return exact.reduceRight(
    (otherwise, [key, parts]) => `${name} === ${key.slice(1)} ? ${partsCode(parts)} : ${otherwise}`,
    rest,
  )
}

const templateText = (text: string): string => text.replaceAll(/[\\`]|\$(?=\{)/g, '\\$&').replaceAll('\n', '\\n')

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
