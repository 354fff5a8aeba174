import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pagePath } from '../specification/writePage.ts'
import { listFiles } from './listFiles.ts'
import { lineCounter } from './parseModule.ts'
import type { Problem } from './problem.ts'
import { readWords } from './readWords.ts'
import { isSource } from './sourceFile.ts'

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
const anyCodeTic = new RegExp(codeTics.map(([tic]) => tic.source).join('|'), 'i')

/** Texts of the specification, whose case is fixed, beside ours; and words that begin a line in one place and stand in it in another. */
const twoCases = new Set(
  'compatible networks,best,connect wallet,all wallets,account settings,switch address,choose network,select token,recent,network,insufficient gas funds'.split(
    ',',
  ),
)

const english = /^packages\/react\/src\/i18n\/(?:[a-zA-Z]+\/)?en(?:Button)?\.ts$/
const prose = /^(?:README|CONTRIBUTING|SECURITY)\.md$|^docs\/.*\.md$|^(?:packages|apps)\/[^/]+\/README\.md$/
// A database refuses to start with a migration that was changed after it ran, be it a comment.
const migration = /^apps\/server\/src\/db\/migrations\//
const literal = /'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/g

/** What people read is in plain words, in code too, and one text is written in one way. */
export async function checkPlainWords(root: string): Promise<Problem[]> {
  const files = (await listFiles(root)).sort()
  const inCode = files.filter(
    (path) =>
      isSource(path) && !english.test(path) && !path.startsWith('tools/check/plainWords') && !migration.test(path),
  )
  const found = await Promise.all(inCode.map(async (path) => checkCode(path, await readFile(join(root, path), 'utf8'))))
  return [...(await checkTexts(root, files)), ...found.flat()]
}

/** Code between backticks is quoted, and says what it says. */
function checkCode(path: string, text: string): Problem[] {
  if (!anyCodeTic.test(text)) return []
  const lineAt = lineCounter(text)
  return readWords(path, text).flatMap(({ kind, text: words, start }) => {
    const plain = kind === 'comment' ? words.replaceAll(/`[^`\n]*`/g, (code) => ' '.repeat(code.length)) : words
    return codeTics.flatMap(([tic, write]) => {
      const found = tic.exec(plain)
      const line = found && lineAt(kind === 'comment' ? start + found.index : start)
      return found ? [{ path, line: line ?? 1, sentence: `says “${found[0]}” in a ${kind}: write ${write}` }] : []
    })
  })
}

/** The page quotes titles of tests, which are judged where they stand. */
const statementOf = (row: string): string => row.split(' | ').slice(0, 2).join(' | ')

async function checkTexts(root: string, files: readonly string[]): Promise<Problem[]> {
  const problems: Problem[] = []
  const written = new Map<string, string>()
  for (const path of files.filter((each) => english.test(each) || prose.test(each))) {
    const isTexts = english.test(path)
    for (const [at, line] of (await readFile(join(root, path), 'utf8')).split('\n').entries()) {
      const texts = isTexts ? (line.match(literal) ?? []) : [path === pagePath ? statementOf(line) : line]
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
