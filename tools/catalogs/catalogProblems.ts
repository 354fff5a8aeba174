import { type MessageNode, messagesOf } from './catalog.ts'
import { argumentsOf, type Part, parseMessage } from './parseMessage.ts'

/** Enough counts to find the numbers of a plural category: the last one is the “many” of French. */
const counts = [...Array(200).keys(), 1_000_000]

/** Messages that count, which only compiled catalogs can: `fillMessage` inserts values and knows no language. */
export function countingProblems(catalog: MessageNode): string[] {
  return messagesOf(catalog).flatMap(([path, message]) =>
    /\{\w+, /.test(message) ? [`${path}: counts, and only the modal’s catalogs are compiled`] : [],
  )
}

/** Messages that a program reads: the same in every language. */
const isCode = (path: string): boolean => /(?:^|\.)icon$/.test(path)

/** The problems of a language's catalog, compared with English; of English itself, if the two are the same. */
export function catalogProblems(language: string, catalog: MessageNode, english: MessageNode): string[] {
  const own = new Map(messagesOf(catalog))
  const source = new Map(messagesOf(english))
  const missing = [...source.keys()].filter((path) => !own.has(path)).map((path) => `${path} is missing`)
  const problems = [...own].flatMap(([path, message]) => {
    const wanted = source.get(path)
    if (wanted === undefined) return [`${path} is not in the English catalog`]
    if (isCode(path)) return message === wanted ? [] : [`${path} must be “${wanted}”, as in English`]
    return messageProblems(language, message, wanted).map((problem) => `${path}: ${problem}`)
  })
  return [...missing, ...problems]
}

function messageProblems(language: string, message: string, english: string): string[] {
  if (message.trim() === '') return ['is empty']
  try {
    const parts = parseMessage(message)
    const own = argumentsOf(parts)
    const wanted = argumentsOf(parseMessage(english))
    return [
      ...[...wanted.keys()].filter((name) => !own.has(name)).map((name) => `lacks the placeholder {${name}}`),
      ...[...own].flatMap(([name, isNumber]) => {
        if (!wanted.has(name)) return [`has the placeholder {${name}}, which English does not have`]
        return isNumber && !wanted.get(name) ? [`counts {${name}}, which is no number in English`] : []
      }),
      ...formProblems(language, parts),
    ]
  } catch (error) {
    return [(error as Error).message]
  }
}

/** A plural needs each category of the language, except those whose numbers all have a form of their own. */
function formProblems(language: string, parts: readonly Part[]): string[] {
  const rules = new Intl.PluralRules(language)
  return parts.flatMap((part) => {
    if (typeof part === 'string' || part.kind !== 'plural') return []
    const needed = new Set(counts.filter((count) => !part.forms.has(`=${count}`)).map((count) => rules.select(count)))
    const categories: readonly string[] = rules.resolvedOptions().pluralCategories
    const given = [...part.forms.keys()]
    return [
      ...[...needed].filter((each) => !part.forms.has(each)).map((each) => `lacks the plural form “${each}”`),
      ...given
        .filter((each) => !each.startsWith('=') && !categories.includes(each))
        .map((each) => `has the plural form “${each}”, which ${language} does not have`),
      ...given.flatMap((each) => formProblems(language, part.forms.get(each)!)),
    ]
  })
}
