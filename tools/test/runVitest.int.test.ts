import { symlink } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { removeTree, writeTree } from '../check/writeTree.ts'
import { runVitest } from './runVitest.ts'
import { runStep } from './steps.ts'
import { addUp, failedStep } from './tally.ts'

const root = resolve(import.meta.dirname, '../..')
let tree = ''
afterEach(() => removeTree(tree))

const config = `export default { test: { projects: [{ test: { name: 'unit', include: ['**/*.test.ts'] } }] } }\n`
async function run(files: Record<string, string>, project = 'unit') {
  tree = await writeTree({ 'vitest.config.mjs': config, 'package.json': { type: 'module' }, ...files })
  await symlink(join(root, 'node_modules'), join(tree, 'node_modules'))
  return runVitest(project, {
    root: tree,
    filters: [],
    env: process.env,
    signal: new AbortController().signal,
    isQuiet: true,
  })
}
const head = `import { expect, test } from 'vitest'\n`

test('counts passes, failures, skips, files that do not load and errors outside of tests', async () => {
  const tally = await run({
    'a.test.ts': `${head}test('good', () => {})\ntest('bad', () => expect(1).toBe(2))\ntest.skip('later', () => {})\n`,
    'b.test.ts': `${head}throw new Error('does not load')\n`,
    'c.test.ts': `${head}test('careless', () => { setTimeout(() => { throw new Error('too late') }) })\ntest('waits', () => new Promise((done) => setTimeout(done, 50)))\n`,
  })
  expect(tally).toMatchObject({ passed: 3, failed: 3, skipped: 1 })
  const shown = tally.failures.map(({ where, what }) => `${where}: ${what}`).join('\n')
  expect(shown).toContain('a.test.ts › bad: expected 1 to be 2')
  expect(shown).toContain('b.test.ts: does not load')
  expect(shown).toContain('outside any test: too late')
})

test('runs one file at a time for a project that wants it', async () => {
  const alone = `import { mkdir, rmdir } from 'node:fs/promises'
import { test } from 'vitest'
test('alone', async () => {
  await mkdir('busy')
  await new Promise((done) => setTimeout(done, 300))
  await rmdir('busy')
})
`
  const one = `export default { test: { projects: [{ test: { name: 'drop-in', include: ['*.test.ts'], maxWorkers: 1 } }] } }\n`
  const tally = await run({ 'vitest.config.mjs': one, 'a.test.ts': alone, 'b.test.ts': alone }, 'drop-in')
  expect(tally).toMatchObject({ passed: 2, failed: 0 })
})

test('a run that breaks off is a failure', async () => {
  const tally = await run({ 'vitest.config.mjs': 'throw new Error("no config")\n', 'a.test.ts': head })
  expect(tally).toMatchObject({ passed: 0, failed: 1 })
  expect(addUp([tally, failedStep('e2e', 'no browser')])).toMatchObject({ passed: 0, failed: 2 })
})

test('reports and skips a step without tests', async () => {
  tree = await writeTree({ 'package.json': {} })
  const messages: string[] = []
  const options = { root: tree, filters: [], env: {}, signal: new AbortController().signal }
  const tally = await runStep('e2e', { ...options, say: (line) => messages.push(line) })
  expect(tally).toEqual({ passed: 0, failed: 0, skipped: 0, failures: [] })
  expect(messages.join('\n')).toContain('no tests yet')
})
