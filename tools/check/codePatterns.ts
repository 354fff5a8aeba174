import type { Words } from './readWords.ts'

/** A pattern of prose or of names that is on its way out: how many are left in each package is in `wordBudgets.json`. */
type CodePattern = { name: string; pattern: RegExp; kinds: readonly Words['kind'][]; write: string }

const everywhere = ['comment', 'title', 'message'] as const

/** Prose that reads as translated; each piece of it is matched whole, lines of one comment joined. */
export const prosePatterns: readonly CodePattern[] = [
  {
    name: 'is told',
    pattern: /\b(?:is|are|was|were|be|been|being) (?:told|asked|said|heard)\b/g,
    kinds: everywhere,
    write: 'who does it, in the active voice',
  },
  {
    name: 'Who …',
    pattern: /(?:^|[.;:] )(?:Who|Whose) \w+/g,
    kinds: ['comment'],
    write: 'the noun: caller, visitor, response, value',
  },
  {
    name: 'what … (title)',
    pattern: /^(?:what|who|whose|whatever|where)\b/g,
    kinds: ['title'],
    write: 'what the subject does: verb, object, condition',
  },
  {
    name: 'What X is',
    pattern: /^What (?!\w+ (?:returns|does))\w+/g,
    kinds: ['comment'],
    write: 'a noun for data, a verb for a function',
  },
  {
    name: 'undefined where',
    pattern: /\b(?:undefined|nothing|null|absent|empty|throws|fails|refused) where\b/g,
    kinds: everywhere,
    write: '“if” or “when”',
  },
  {
    name: 'is none',
    pattern: /(?<!there )\b(?:is|are|was|were|that|gives|makes) none\b/gi,
    kinds: everywhere,
    write: '“is not a …”, “is invalid”',
  },
  {
    name: ', else',
    pattern: /[,;:] (?:and |or )?else\b(?! if)/g,
    kinds: everywhere,
    write: '“otherwise”',
  },
  {
    name: ', also where',
    pattern: /, also (?:where|when|while|after|before|beside|from|if|one|those|that)\b/g,
    kinds: everywhere,
    write: '“even if”',
  },
  {
    name: 'another than',
    pattern: /\b(?:another|other|something else|anything else) (?:[\w’' ]{0,24} )?than\b/g,
    kinds: everywhere,
    write: '“different”, “not”, “except”',
  },
  {
    name: 'once more',
    pattern: /\b(?:once more|of late|by lot|in vain|to be had|but for|ever (?:more|less) (?:rarely|often))\b/gi,
    kinds: everywhere,
    write: '“again”, “recently”, “at random”, “without effect”, “available”, “except”, “with backoff”',
  },
  {
    name: 'so many',
    pattern: /\bso (?:many|much|long)\b(?! (?:that|as))/g,
    kinds: everywhere,
    write: 'the parameter’s name',
  },
  {
    name: 'a no',
    pattern: /\b(?:a|the|its|late) (?:no|yes)\b|\b(?:says?|said) (?:no|yes)\b/g,
    kinds: everywhere,
    write: '“approves”, “rejects”, “a rejection”',
  },
  {
    name: 'is away',
    pattern: /\b(?:is|was|are|were) away\b/g,
    kinds: everywhere,
    write: '“is unavailable”, “is down”, “is offline”',
  },
  { name: '; (title)', pattern: /;/g, kinds: ['title'], write: 'one behavior a test, or “and”' },
]

/** What a name was declared as. */
export type Declared = { name: string; kind: 'value' | 'function' | 'type'; start: number }
/** A pattern of declared names; `outside` are packages whose names are not held to it. */
type NamePattern = {
  name: string
  pattern: RegExp
  kinds: readonly Declared['kind'][]
  write: string
  outside?: RegExp
}

const values = ['value', 'function'] as const

/** Names that do not say what they hold or do. */
export const namePatterns: readonly NamePattern[] = [
  {
    name: 'told',
    pattern: /^(?:told|asked|found|said|heard)$/,
    kinds: values,
    write: 'the noun of what it holds',
  },
  {
    name: '…Told',
    pattern: /(?:Told|Asked|Found|Said|Heard|Kept|Begun|Trouble)$/,
    kinds: ['type'],
    write: 'a noun: …Event, …Request, …Result, …Error',
  },
  {
    name: 'most…',
    pattern: /^(?:most|least|longest|shortest)[A-Z]/,
    kinds: values,
    write: 'max…, min… with a unit',
  },
  { name: 'late…', pattern: /^[lL]ate(?!Ms$)[A-Z]/, kinds: ['value', 'function', 'type'], write: 'deferred…' },
  {
    name: 'ask…',
    pattern: /^(?:ask|hear|tell|say|turn|give|look)[A-Z]/,
    kinds: ['function'],
    write: 'request, subscribe, notify, report, reject, issue, find',
  },
  {
    name: 'use…',
    pattern: /^use[A-Z]/,
    kinds: ['function'],
    write: 'a verb: hooks alone begin with “use”',
    outside: /^(?:packages\/(?:react|appkit-compat)|apps\/web)$/,
  },
]
