import { pagePath } from '../specification/writePage.ts'
import { type CodeWords, english, proseHits, readCodeWords } from './countWords.ts'
import { listFiles } from './listFiles.ts'
import type { Problem } from './problem.ts'
import { readText } from './readText.ts'
import { checkBudgets } from './wordBudgets.ts'

/** Old words, and sentences that begin with the verb's object: wherever people read. */
const oldTics: readonly (readonly [tic: RegExp, write: string])[] = [
  [/\banew\b/i, '“again”, “start over”, “reload”, or “new”'],
  [/\bwhom\b/i, 'who it is: “the recipient”, “who … to”'],
  [
    /\bSo (?:long|far|old|often) (?:does|do|did|may|is|are|can|must|will)\b/,
    '“How long …”, with the verb after who does it',
  ],
  [
    /\b(?:Never|Nowhere|Only then|Only so|Only there|Only here|Not once|Nor) (?:does|do|did|may|is|are|was|were|can|must|will|has|have)\b/,
    'who does it first: “It never is”, “then it does”',
  ],
]
/** Words that sound translated, or that the trade has another word for, and what to write: see the copy deck's glossary. */
const tics: typeof oldTics = [
  ...oldTics,
  [/\bcan(?:not|’t)? be had\b/i, '“unavailable”'],
  [/\b(?:said|says?) no\b/i, '“rejected”'],
  [/\bswindlers?\b/i, '“scammers”'],
  [/\bon no list\b/i, '“unlisted”'],
  [/\bin all, at most\b/i, '“maximum total”'],
  [/\bforgotten by the network\b/i, '“dropped by the network”'],
  [/\bhold the code\b/i, '“point your camera at the QR code”'],
  [/\bmakes? no sense\b/i, '“invalid”'],
  [/\b(?:is|are) asked in vain\b/i, '“doesn’t respond”'],
  [/\bthe next one is asked\b/i, '“retries the next one”'],
  [/\bsize of letters\b/i, '“font size”'],
]
/** What a visitor reads; these are stricter than what an engineer does. */
const visitorTics: typeof tics = [
  ...tics,
  [/\b(?:nobody|anybody|somebody|whoever)\b/i, '“no one”, “anyone”, or who it is'],
  [/\bvouch(?:es)?\b/i, '“verify”'],
  [/\bwithdraw\b/i, '“reset” or “revoke”'],
]

/** What engineers and operators read in code: comments, test titles, and messages that are logged or thrown. */
const codeTics: typeof tics = [
  ...oldTics,
  // PostgreSQL's rule is about a user of the machine that has this name.
  [
    /(?<!postgres (?:or|nor) |user )\b(?:nobody|somebody|anybody|everybody)\b/i,
    '“no one”, “someone”, “anyone”, “everyone”',
  ],
  [/\bwhoever\b/i, '“anyone who”, “no matter who”, or who it is'],
  [/\bfor ever\b/i, '“forever”'],
  [/\bmakes? no sense\b/i, '“is invalid”'],
  [/\b(?:does|did|do) not answer\b/i, '“does not respond”'],
  [/\bcannot be had\b/i, '“unavailable” or “cannot be fetched”'],
]

/** Texts of the specification, whose case is fixed, beside ours; and words that begin a line in one place and stand in it in another. */
const twoCases = new Set(
  'compatible networks,best,connect wallet,all wallets,account settings,switch address,choose network,select token,recent,network,insufficient gas funds'.split(
    ',',
  ),
)

const prose = /^(?:README|CONTRIBUTING|SECURITY)\.md$|^docs\/.*\.md$|^(?:packages|apps)\/[^/]+\/README\.md$/
/** A string of a catalog; a colon follows a key. */
const literal = /"(?:[^"\\]|\\.)*":?/g

/** What people read is in plain words, in code too, and one text is written in one way. */
export async function checkPlainWords(root: string): Promise<Problem[]> {
  const code = await readCodeWords(root)
  return [
    ...(await checkTexts(root, await listFiles(root))),
    ...code.flatMap(checkCode),
    ...(await checkBudgets(root, code.flatMap(proseHits))),
  ]
}

function checkCode({ path, words, lineAt }: CodeWords): Problem[] {
  return words.flatMap(({ kind, text, offsetOf }) =>
    codeTics.flatMap(([tic, write]) => {
      const match = tic.exec(text)
      if (!match) return []
      const where = kind === 'row' ? 'title' : kind
      return [
        { path, line: lineAt(offsetOf(match.index)), sentence: `says “${match[0]}” in a ${where}: write ${write}` },
      ]
    }),
  )
}

/** The page quotes titles of tests, which are judged where they stand. */
const statementOf = (row: string): string => row.split(' | ').slice(0, 2).join(' | ')

const messagesIn = (line: string): string[] => (line.match(literal) ?? []).filter((each) => !each.endsWith(':'))

async function checkTexts(root: string, files: readonly string[]): Promise<Problem[]> {
  const problems: Problem[] = []
  const written = new Map<string, string>()
  for (const path of files.filter((each) => english.test(each) || prose.test(each))) {
    const isTexts = english.test(path)
    for (const [at, line] of (await readText(root, path)).split('\n').entries()) {
      const texts = isTexts ? messagesIn(line) : [path === pagePath ? statementOf(line) : line]
      for (const text of texts) {
        for (const [tic, write] of isTexts ? visitorTics : tics) {
          const found = tic.exec(text)?.[0]
          if (found) problems.push({ path, line: at + 1, sentence: `says “${found}”: write ${write}` })
        }
        if (!isTexts) continue
        const plain = text.slice(1, -1)
        const folded = plain.toLocaleLowerCase('en')
        const other = written.get(folded)
        if (other !== undefined && other !== plain && !twoCases.has(folded))
          problems.push({
            path,
            line: at + 1,
            sentence: `says “${plain}”, and another text “${other}”: write one of them`,
          })
        else written.set(folded, plain)
      }
    }
  }
  return problems
}
