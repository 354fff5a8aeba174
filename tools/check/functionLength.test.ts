import { afterEach, expect, test } from 'vitest'
import { checkFunctionLength } from './functionLength.ts'
import { manifests, removeTree, writeTree } from './writeTree.ts'

const roots: string[] = []
afterEach(() => Promise.all(roots.splice(0).map(removeTree)))

/** The rest of a function, with a number of lines between its braces. */
const body = (lines: number) => `{\n${'  use(1)\n'.repeat(lines)}}`

async function check(files: Record<string, string>) {
  const root = await writeTree({ ...manifests(), ...files })
  roots.push(root)
  return (await checkFunctionLength(root)).map(({ path, line, sentence }) => `${path}:${line} ${sentence}`)
}

test('fails a function of 121 lines, accepts 120', async () => {
  const problems = await check({
    'packages/core/src/long.ts': `const first = 1\nexport function long() ${body(119)}\n`,
    'packages/core/src/short.ts': `export function short() ${body(118)}\nexport function other() ${body(118)}\n`,
  })
  expect(problems).toEqual([
    'packages/core/src/long.ts:2 long has 121 lines: split it by what it does (120 is the limit)',
  ])
})

test('finds components, methods and functions in functions', async () => {
  const problems = await check({
    'packages/react/src/View.tsx': `export const View = () => (\n<>\n${'<p />\n'.repeat(119)}</>\n)\n`,
    'apps/web/src/handlers.ts': `export const handlers = {\n  read() ${body(125)},\n}\n`,
    'tools/start/outer.ts': `export function outer() {\nconst inner = async () => ${body(130)}\n}\n`,
    'tools/start/store.mjs': `export class Store {\n  async load() ${body(125)}\n}\n`,
  })
  expect(problems.map((problem) => problem.split(':').slice(0, 2).join(' ').split(' has ')[0])).toEqual([
    'apps/web/src/handlers.ts 2 read',
    'packages/react/src/View.tsx 1 View',
    'tools/start/outer.ts 1 outer',
    'tools/start/outer.ts 2 inner',
    'tools/start/store.mjs 2 load',
  ])
})

test('leaves out tests and fixtures', async () => {
  const problems = await check({
    'packages/core/src/a.test.ts': `test('a', () => ${body(200)})\n`,
    'packages/core/test/setUp.ts': `export function setUp() ${body(200)}\n`,
    'packages/react/fixtures/page.ts': `export function page() ${body(200)}\n`,
    'e2e/journey.e2e.ts': `test('a', () => ${body(200)})\n`,
  })
  expect(problems).toEqual([])
})
