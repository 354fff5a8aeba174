import type { Section, Statement, TestName } from './statement.ts'

export const pagePath = 'docs/specification.md'

/** The page of all rows, with its counts. */
export function writePage(sections: readonly Section[]): string {
  const all = sections.flatMap(({ statements }) => statements)
  const { holds, differs, partly, missing } = countStates(all)
  const tests = new Set(all.flatMap(({ tests: each = [] }) => each.map(({ file, title }) => `${file} ${title}`)))
  return [
    '# The specification, statement by statement',
    '',
    '<!-- Written by `npm run specification` from docs/specification/*.json: change those. -->',
    '',
    `Of ${all.length} statements, ${holds} hold and ${differs} differ on purpose; ${missing} are missing, ${partly} hold in part. ${tests.size} tests show them. A check fails if a row's`,
    'code or test is gone, if no test expects a text that it fixes, and if a constant has another value.',
    '',
    '| section | hold | differ | in part | missing |',
    '|---|---|---|---|---|',
    ...sections.map(({ title, statements }) => `| ${[title, ...Object.values(countStates(statements))].join(' | ')} |`),
    ...sections.flatMap(({ title, statements }) => [
      '',
      `## ${title}`,
      '',
      '| | statement | in the code | shown by |',
      '|---|---|---|---|',
      ...statements.map(rowOf),
    ]),
    '',
  ].join('\n')
}

/** The number of statements in each state. */
function countStates(statements: readonly Statement[]) {
  const differs = statements.filter((row) => row.differs !== undefined).length
  const partly = statements.filter((row) => row.partly !== undefined).length
  const missing = statements.filter((row) => row.missing !== undefined).length
  return { holds: statements.length - differs - partly - missing, differs, partly, missing }
}

function rowOf({ id, says, at, tests: named = [], constants = [], differs, partly, missing }: Statement): string {
  const tests = constants.some((constant) => 'of' in constant) ? [...named, constantsTest] : named
  const states = Object.entries({ Differs: differs, 'In part': partly, Missing: missing })
  const notes = states.flatMap(([state, why]) => (why === undefined ? [] : `**${state}:** ${why}`))
  const statement = [says, ...notes].join(' ')
  const cells = [id, statement, at.map(code).join(', '), tests.map(nameOf).join(', ') || '–']
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`
}

const constantsTest: TestName = { file: 'tools/specification/readSections.test.ts', title: 'its value' }

const code = (text: string) => `\`${text}\``
const nameOf = ({ file, title }: TestName) => `${code(file)}: ${title.replaceAll('<', '&lt;')}`
