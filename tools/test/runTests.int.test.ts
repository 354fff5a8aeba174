import { readFile, symlink } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { removeTree, writeTree } from '../check/writeTree.ts'
import { runTests } from './runTests.ts'

const root = resolve(import.meta.dirname, '../..')
let tree = ''
afterEach(() => removeTree(tree))

// Every run of vitest begins with an empty shared folder, and adds a line to `runs`.
const config = `export default { test: { projects: [{
  test: { name: 'unit', include: ['**/*.test.ts'], globalSetup: ['./begin.mjs'] },
}] } }\n`
const begin = `import { appendFileSync, rmSync } from 'node:fs'
export default () => { appendFileSync('runs', 'run\\n'); rmSync('claim', { recursive: true, force: true }) }\n`
const head = `import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
/** True the first time that something is asked for. */
export const isFirst = (name: string) => !existsSync(name) && (writeFileSync(name, ''), true)\n`

async function run(files: Record<string, string>, env: Record<string, string> = { CI: 'true' }) {
  const { CI: _, ...own } = process.env
  const base = { 'vitest.config.mjs': config, 'begin.mjs': begin, 'package.json': { type: 'module' } }
  tree = await writeTree({ ...base, ...files })
  await symlink(join(root, 'node_modules'), join(tree, 'node_modules'))
  const lines: string[] = []
  const options = { root: tree, env: { ...own, ...env }, signal: new AbortController().signal }
  const isGreen = await runTests([{ name: 'unit' }], {
    ...options,
    isQuiet: true,
    say: (line) => lines.push(...line.split('\n')),
  })
  const runs = await readFile(join(tree, 'runs'), 'utf8').catch(() => '')
  return { isGreen, output: lines.join('\n'), last: lines.at(-1), runs: runs.split('\n').length - 1 }
}

const steady = { 'steady.test.ts': `${head}test('holds', () => {})\n` }
const once = `${head}test('wavers', () => {
  const isBad = isFirst('once')
  writeFileSync('shot.png', isBad ? 'as it failed' : 'as it passed')
  if (isBad) throw new Error(\`broke, see \${process.cwd()}/shot.png, { seed: -12, path: "3:1", endOnFailure: true }\`)
})
test('beside it', () => {})\n`

test('counts a file that passes its rerun as green, and lists it with its seeds, failure and pictures', async () => {
  const { isGreen, output, last, runs } = await run({ ...steady, 'once.test.ts': once })
  expect({ isGreen, last, runs }).toEqual({ isGreen: true, last: '3 passed, 0 failed', runs: 2 })
  expect(output).toMatch(
    /Unsteady: [\s\S]*~ once\.test\.ts\n {2}seed: \d+\n {2}fast-check seed: -12, path: "3:1"\n {2}picture: /,
  )
  expect(output).toContain('once.test.ts › wavers\n    broke, see ')
  expect(output).toMatch(
    /\nThe slowest files:\n +\d+\.\d s {2}\w+\.test\.ts\n +\d+\.\d s {2}\w+\.test\.ts\n\n\d+ s, 1 unsteady\n/,
  )
  expect(output).not.toContain('What failed')

  const path = /This list, in full: (\.billfold\/\S+)/.exec(output)![1]!
  const [one, ...others] = JSON.parse(await readFile(join(tree, path), 'utf8'))
  expect(others).toEqual([])
  expect(one).toMatchObject({ file: 'once.test.ts', seed: expect.any(Number), propertySeeds: ['-12, path: "3:1"'] })
  expect(one.failures).toMatchObject([
    { where: 'once.test.ts › wavers', what: expect.stringContaining(one.pictures[0]) },
  ])
  expect(await readFile(one.pictures[0], 'utf8')).toBe('as it failed')
  expect(await readFile(join(tree, 'shot.png'), 'utf8')).toBe('as it passed')
})

test('fails a run whose file fails again, shows both failures and counts each test once', async () => {
  const { isGreen, output, last, runs } = await run({
    ...steady,
    'once.test.ts': once,
    'broken.test.ts': `${head}test('is broken', () => expect(isFirst('broken') ? 'first' : 'second').toBe('well'))\ntest('works', () => {})\n`,
  })
  expect({ isGreen, last, runs }).toEqual({ isGreen: false, last: '4 passed, 1 failed', runs: 3 })
  expect(output).toMatch(/✗ broken\.test\.ts › is broken \(first run\)\n\s+expected 'first' to be 'well'/)
  expect(output).toMatch(/✗ broken\.test\.ts › is broken \(again, alone\)\n\s+expected 'second' to be 'well'/)
  expect(output).toContain('~ once.test.ts')
})

test('reruns a file alone that fails only beside others', async () => {
  const claims = `${head}test('has it to itself', () => { mkdirSync('claim') })\n`
  const { isGreen, output, last } = await run({ 'a.test.ts': claims, 'b.test.ts': claims, 'c.test.ts': claims })
  expect({ isGreen, last }).toEqual({ isGreen: true, last: '3 passed, 0 failed' })
  expect(output.match(/^~ /gm)).toHaveLength(2)
})

test('reruns failures outside any test: an import, a hook, an uncaught error', async () => {
  const { isGreen, output, last } = await run({
    'import.test.ts': `${head}if (isFirst('import')) throw new Error('does not load')\ntest('loads', () => {})\n`,
    'hook.test.ts': `${head}beforeAll(() => { if (isFirst('hook')) throw new Error('not ready') })\ntest('is ready', () => {})\n`,
    'late.test.ts': `${head}test('careless', () => { if (isFirst('late')) setTimeout(() => { throw new Error('too late') }) })
test('waits', () => new Promise((done) => setTimeout(done, 50)))\n`,
  })
  expect({ isGreen, last }).toEqual({ isGreen: true, last: '4 passed, 0 failed' })
  for (const reason of ['does not load', 'not ready', 'too late']) expect(output).toContain(reason)
})

test('reruns nothing without CI', async () => {
  const { isGreen, last, runs } = await run({ ...steady, 'once.test.ts': once }, {})
  expect({ isGreen, last, runs }).toEqual({ isGreen: false, last: '2 passed, 1 failed', runs: 1 })
})

test('a test that the rerun skips, and a rerun that dies, are not passes', async () => {
  const { isGreen, output, last } = await run({
    'skips.test.ts': `${head}const isBad = isFirst('skips')\ntest.skipIf(!isBad)('goes', () => { throw new Error('gone') })\ntest('stays', () => {})\n`,
    'dies.test.ts': `${head}const isBad = isFirst('dies')\ntest('lives', () => { if (isBad) throw new Error('ill'); process.kill(process.pid, 'SIGKILL') })\n`,
  })
  expect({ isGreen, last }).toEqual({ isGreen: false, last: '1 passed, 2 failed' })
  expect(output).toMatch(/✗ skips\.test\.ts › goes \(again, alone\)\n\s+did not run the second time/)
  expect(output).toContain('dies.test.ts › lives (first run)')
  expect(output).not.toContain('Unsteady')
})

test('a step or a worker that died, and a run of many failures, stay red', async () => {
  const dead = await run({ 'begin.mjs': `${begin}throw new Error('no stack')\n`, ...steady })
  expect(dead).toMatchObject({ isGreen: false, last: '0 passed, 1 failed' })
  await removeTree(tree)

  const kills = `${head}test('kills', () => { if (isFirst('kills')) process.kill(process.pid, 'SIGKILL') })\n`
  const killed = await run({ ...steady, 'kills.test.ts': kills })
  expect(killed).toMatchObject({ isGreen: false, last: '2 passed, 1 failed' })
  expect(killed.output).toContain('✗ outside any test\n')
  await removeTree(tree)

  const bad = `${head}test('bad', () => expect(1).toBe(2))\n`
  const many = await run(Object.fromEntries(Array.from({ length: 11 }, (_, index) => [`bad${index}.test.ts`, bad])))
  expect(many).toMatchObject({ isGreen: false, last: '0 passed, 11 failed', runs: 1 })
  expect(many.output).toContain('11 test files failed: more than 10 are not run again.')
})
