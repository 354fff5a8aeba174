import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Problem } from '../check/problem.ts'
import { type FoundTest, readTests } from './readTests.ts'
import { type Constant, galleryTest, type Section, type Statement, type TestName } from './statement.ts'

/** Every row names code that exists, and a test that runs, expects its texts and reads its constants. */
export async function judgeSections(root: string, sections: readonly Section[]): Promise<Problem[]> {
  const files = readFiles(root)
  const problems: Problem[] = []
  const ids = new Set<string>()

  for (const { path, statements } of sections)
    for (const statement of statements) {
      const complain = (sentence: string) => problems.push({ path, sentence: `${statement.id}: ${sentence}` })
      const [number = ''] = basename(path).split('-')
      if (!statement.id.startsWith(`${number}.`)) complain('is no number of this section')
      if (ids.has(statement.id)) complain('the number stands twice')
      ids.add(statement.id)
      judgeState(statement, complain)
      for (const place of statement.at)
        if ((await files.text(place)) === undefined) complain(`${place} does not exist: name where the code is now`)
      const shown = await findTests(statement, files, complain)
      judgeTexts(statement, shown, complain)
      for (const constant of statement.constants ?? []) await judgeConstant(constant, shown, files, complain)
    }
  return problems
}

type Files = ReturnType<typeof readFiles>
type Complain = (sentence: string) => void

/** The files of a tree, each read and parsed once. */
function readFiles(root: string) {
  const texts = new Map<string, Promise<string | undefined>>()
  const tests = new Map<string, FoundTest[]>()
  const text = (path: string): Promise<string | undefined> => {
    const known = texts.get(path) ?? readFile(join(root, path), 'utf8').catch(() => undefined)
    texts.set(path, known)
    return known
  }
  return {
    text,
    async testsOf(path: string): Promise<FoundTest[]> {
      const source = await text(path)
      const known = tests.get(path) ?? (source === undefined ? [] : readTests(path, source))
      tests.set(path, known)
      return known
    },
  }
}

function judgeState({ says, at, differs, partly, missing }: Statement, complain: Complain): void {
  if (!says.trim()) complain('says nothing')
  if (differs?.trim() === '') complain('differs without a reason')
  if (partly !== undefined) complain(`holds in part: ${partly}`)
  if (missing !== undefined) complain(`is missing: ${missing}`)
  if (at.length === 0 && differs === undefined) complain('names no place in the code')
}

async function findTests(statement: Statement, files: Files, complain: Complain): Promise<FoundTest[]> {
  const { tests = [], constants = [], differs } = statement
  // readSections.test.ts reads each exported constant.
  const isRead = constants.some((constant) => 'of' in constant)
  if (tests.length === 0 && differs === undefined && !isRead)
    complain('no test shows it: name one, or say how the product differs and why')
  const foundTests: FoundTest[] = []
  for (const { file, title } of tests) {
    const named = (await files.testsOf(file)).filter((each) => each.title === title)
    if (named.length === 0) complain(`${file} has no test “${title}”`)
    else if (!isRun(file)) complain(`npm test does not run ${file}`)
    else if (named.every((test) => test.isLeftOut)) complain(`“${title}” in ${file} is skipped`)
    else foundTests.push(...named.filter((test) => !test.isLeftOut))
  }
  return foundTests
}

/** Whether a step of `npm test` takes the file (vitest.config.ts). */
const isRun = (file: string) =>
  /^(?:packages|apps)\/.+\.test\.tsx?$|^(?:tools|bench)\/.+\.test\.ts$|^hostile\/.+\.int\.test\.ts$|^e2e\/.+\.e2e\.ts$/.test(
    file,
  )

function judgeTexts({ texts = [], tests = [] }: Statement, shown: FoundTest[], complain: Complain): void {
  if (tests.some(isGallery)) return // It looks for each of them in its drawings.
  for (const text of texts)
    if (!shown.some((test) => test.texts.some((each) => each.includes(text))))
      complain(`none of its tests expects “${text}”`)
}

const isGallery = ({ file, title }: TestName) => file === galleryTest.file && title === galleryTest.title

async function judgeConstant(constant: Constant, shown: FoundTest[], files: Files, complain: Complain): Promise<void> {
  if ('written' in constant) {
    const { is, written } = constant
    const value = Number(written.replaceAll('_', ''))
    if (typeof is === 'number' && !Number.isNaN(value) && value !== is) complain(`${written} is not ${is}`)
    if (!shown.some(({ code }) => hasWord(code, written))) complain(`none of its tests has ${written}`)
    return
  }
  const [path = '', dotted = ''] = constant.of.split('#')
  const name = dotted.split('.')[0]!
  const source = await files.text(path)
  if (!source || !new RegExp(`export (?:const|let|enum) ${name}\\b`).test(source))
    complain(`${path} exports no ${name}`)
}

/** Whether a text occurs in the code, and not as a part of a longer number or name. */
function hasWord(code: string, word: string): boolean {
  // A dot before a digit makes a fraction, before a name a member access.
  const before = /^\d/.test(word) ? /[\w.]/ : /^\w/.test(word) ? /\w/ : /(?!)/
  const after = /\w$/.test(word) ? /\w/ : /(?!)/
  for (let at = code.indexOf(word); at !== -1; at = code.indexOf(word, at + 1))
    if (!before.test(code[at - 1] ?? '') && !after.test(code[at + word.length] ?? '')) return true
  return false
}
