import { expect, test } from 'vitest'
import type { Statement } from '../specification/statement.ts'
import { writePage } from '../specification/writePage.ts'
import { checkSpecification } from './specification.ts'
import { removeTree, writeTree } from './writeTree.ts'

const caipTest = 'packages/a/src/caip.test.ts'
const row: Statement = {
  id: '5.1',
  says: 'An address has exactly three parts.',
  at: ['packages/a/src/caip.ts'],
  tests: [{ file: caipTest, title: 'rejects four parts' }],
  texts: ["It's 'invalid'"],
  constants: [
    { is: 3, of: 'packages/a/src/caip.ts#maxParts' },
    { is: 30_000, written: '30_000' },
  ],
}
const code = 'export const maxParts = 3\n'
const body = `expect(read('a:b:c:d', 30_000)).toThrow('It\\'s \\'invalid\\'')`
const tests = `import { expect, it } from 'vitest'\nit.each([1])('rejects four parts', () => { ${body} })\n`

async function problems(statement: Statement, files: Record<string, string | object> = {}): Promise<string[]> {
  const section = { title: '5. Validation rules', statements: [statement] }
  const root = await writeTree({
    'packages/a/src/caip.ts': code,
    [caipTest]: tests,
    'docs/specification/5-validation.json': section,
    'docs/specification.md': writePage([{ path: '', ...section }]),
    ...files,
  })
  const reported = await checkSpecification(root).finally(() => removeTree(root))
  return reported.map(({ sentence }) => sentence)
}

test('accepts a row whose code, test, text and constants exist', async () => {
  expect(await problems(row)).toEqual([])
})

test('reports a deleted or renamed test', async () => {
  const renamed = tests.replace('four parts', 'five parts')
  const sentence = '5.1: packages/a/src/caip.test.ts has no test “rejects four parts”'
  expect(await problems(row, { [caipTest]: renamed })).toContain(sentence)
  expect(await problems(row, { [caipTest]: '' })).toContain(sentence)
})

test.each([
  ['of the test', tests.replace('it.each', 'it.skip.each')],
  ['by a condition', tests.replace('it.each', 'it.skipIf(true).each')],
  ['around the test', `describe.skip('caip', () => {\n${tests.split('\n')[1]}\n})`],
])('reports a skip %s', async (_, source) => {
  const sentence = '5.1: “rejects four parts” in packages/a/src/caip.test.ts is skipped'
  expect(await problems(row, { [caipTest]: source })).toContain(sentence)
})

test('reports a text that no test of the row expects', async () => {
  const silent = tests.replace("It\\'s", 'It is')
  const reported = await problems(row, { [caipTest]: silent })
  expect(reported).toEqual(["5.1: none of its tests expects “It's 'invalid'”"])
})

test.each([
  ['in a comment', 'rejects four parts', '// no address\n'],
  ['in its title', 'says “no address”', ''],
])('accepts no text %s in place of one that a test expects', async (_, title, comment) => {
  const source = `it("${title}", () => { ${comment} expect(30_000) })`
  const named: Statement = { ...row, texts: ['no address'], tests: [{ file: caipTest, title }] }
  expect(await problems(named, { [caipTest]: source })).toEqual(['5.1: none of its tests expects “no address”'])
})

test('finds a text and a constant in a table beside the test', async () => {
  const table = `const rows = [[\`It's 'invalid'\`, limit]]\nconst limit = 30_000\n`
  const source = `${table}test.each(rows)('rejects four parts', (text) => { expect(text) })`
  expect(await problems(row, { [caipTest]: source })).toEqual([])
  expect(await problems(row, { [caipTest]: source.replace('limit]', '1]') })).toEqual([
    '5.1: none of its tests has 30_000',
  ])
})

test('reports a test of a file that npm test does not run', async () => {
  const file = 'packages/a/src/caip.bench.ts'
  const reported = await problems({ ...row, tests: [{ file, title: 'rejects four parts' }] }, { [file]: tests })
  expect(reported).toContain(`5.1: npm test does not run ${file}`)
})

test('does not match part of a longer number as a constant, nor another value', async () => {
  const longer = tests.replace('30_000', '130_000, 30_000n')
  expect(await problems(row, { [caipTest]: longer })).toEqual(['5.1: none of its tests has 30_000'])
  const called: Statement = { ...row, constants: [{ is: 30_000, written: 'advance(30_000)' }] }
  expect(await problems(called, { [caipTest]: tests.replace('30_000', 'clock.advance(30_000)') })).toEqual([])
  const other: Statement = { ...row, constants: [{ is: 20_000, written: '30_000' }] }
  expect(await problems(other)).toEqual(['5.1: 30_000 is not 20000'])
})

test('reports missing and partial rows, and counts them on the page', async () => {
  const missing: Statement = { ...row, missing: 'the check sum' }
  const partly: Statement = { ...row, id: '5.2', partly: 'two parts are taken' }
  expect(await problems(missing)).toEqual(['5.1: is missing: the check sum'])
  expect(await problems(partly)).toEqual(['5.2: holds in part: two parts are taken'])
  const differs: Statement = { ...row, id: '5.3', differs: 'Two parts will do, because a chain may need no third.' }
  const page = writePage([
    { path: '', title: '5. Validation rules', statements: [{ ...row, id: '5.4' }, missing, partly, differs] },
  ])
  expect(page).toContain('Of 4 statements, 1 hold and 1 differ on purpose; 1 are missing, 1 hold in part. 1 tests')
  expect(page).toContain('| 5. Validation rules | 1 | 1 | 1 | 1 |')
})

test('reports a duplicate number, and one of another section', async () => {
  expect(await problems({ ...row, id: '6.1' })).toEqual(['6.1: is no number of this section'])
  const section = { title: '5. Validation rules', statements: [row, row] }
  const twice = {
    'docs/specification/5-validation.json': section,
    'docs/specification.md': writePage([{ path: '', ...section }]),
  }
  expect(await problems(row, twice)).toEqual(['5.1: the number stands twice'])
})

test('reports a constant that is gone from the code or from the test', async () => {
  expect(await problems(row, { 'packages/a/src/caip.ts': '' })).toEqual([
    '5.1: packages/a/src/caip.ts exports no maxParts',
  ])
  expect(await problems(row, { [caipTest]: tests.replace('30_000', '1') })).toEqual([
    '5.1: none of its tests has 30_000',
  ])
})

test('reports a row without a test unless it says why the product differs', async () => {
  const { tests: _, texts: __, constants: ___, ...bare } = row
  expect(await problems(bare)).toEqual(['5.1: no test shows it: name one, or say how the product differs and why'])
  expect(await problems({ ...bare, differs: 'Four parts are accepted, because a chain may need them.' })).toEqual([])
})

test('reports moved code, and a page that is older than its rows', async () => {
  expect(await problems({ ...row, at: ['packages/a/src/gone.ts'] })).toEqual([
    '5.1: packages/a/src/gone.ts does not exist: name where the code is now',
  ])
  expect(await problems(row, { 'docs/specification.md': '' })).toEqual(['is stale: npm run specification'])
})
