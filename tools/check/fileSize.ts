import { listFiles } from './listFiles.ts'
import type { Problem } from './problem.ts'
import { readText } from './readText.ts'

const warnAbove = 250
const failAbove = 400
const counted = /\.(?:ts|tsx|mts|js|jsx|mjs|css|html|sol|sql|json|sh)$/

/** Files that may be longer, each with the reason: no one reads them top to bottom. */
const sizeExceptions: { path: RegExp; reason: string }[] = [
  { path: /(?:^|\/)package-lock\.json$/, reason: 'written by npm' },
  { path: /^packages\/appkit-compat\/test\/appkit\.json$/, reason: 'a list, written by collectNames.ts' },
  { path: /\/catalogs\/\w+\.json$/, reason: 'translators work on one file per language' },
  { path: /^docs\/specification\//, reason: 'tables' },
  { path: /^deploy\/observability\/dashboard\.json$/, reason: 'Grafana imports one file' },
  { path: /^apps\/devnet\/contracts\/artifacts\//, reason: 'written by the Solidity compiler' },
]

/** One can read a file in one sitting: above 250 lines it is a warning, above 400 it fails. */
export async function checkFileSize(root: string): Promise<Problem[]> {
  const paths = (await listFiles(root)).filter(
    (path) => counted.test(path) && !sizeExceptions.some((exception) => exception.path.test(path)),
  )
  const problems = await Promise.all(
    paths.map(async (path): Promise<Problem[]> => {
      const lines = countLines(await readText(root, path))
      if (lines <= warnAbove) return []
      const sentence = `has ${lines} lines: split it by what it does (${failAbove} is the limit)`
      return [lines > failAbove ? { path, sentence } : { path, sentence, warning: true }]
    }),
  )
  return problems.flat()
}

function countLines(text: string): number {
  if (text === '') return 0
  return text.split('\n').length - (text.endsWith('\n') ? 1 : 0)
}
