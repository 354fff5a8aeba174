import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { askPlan } from './askPlan.ts'
import { CreateError } from './createError.ts'
import { checkName, readArguments } from './readArguments.ts'
import { chooseTarget, findTarballs, writePage } from './writePage.ts'

let cwd = ''
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'billfold-create-'))
})
afterEach(() => rm(cwd, { recursive: true, force: true }))

it('writes a page without a prompt if the arguments say everything', async () => {
  const told = readArguments(['my-page', '--framework', 'vue', '--families', 'solana, evm', '--port', '4300'])
  const { folder, name } = await chooseTarget(cwd, told.name ?? '')
  const sources = await findTarballs(cwd, told, '0.1.0')
  const chosen = await askPlan(told, undefined)
  await writePage(folder, { name, port: told.port, ...chosen, ...sources })
  expect(chosen).toEqual({ framework: 'vue', families: ['evm', 'solana'] })
  expect((await readdir(folder)).toSorted()).toEqual(
    ['.gitignore', 'README.md', 'index.html', 'package.json', 'src', 'tsconfig.json', 'vite.config.ts'].toSorted(),
  )
  expect(JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))).toMatchObject({
    name: 'my-page',
    dependencies: { '@billfold/react': '^0.1.0', vue: expect.any(String) },
  })
  expect(await readFile(join(folder, 'README.md'), 'utf8')).toContain('BILLFOLD_PORT=4300 npm start')
})

it('refuses a folder that has something in it, and changes nothing there', async () => {
  await mkdir(join(cwd, 'mine'))
  await writeFile(join(cwd, 'mine/notes.txt'), 'do not lose me')
  await expect(chooseTarget(cwd, 'mine')).rejects.toThrow(/mine is not empty \(it has notes\.txt\)/)
  await writeFile(join(cwd, 'file'), '')
  await expect(chooseTarget(cwd, 'file')).rejects.toThrow(/is a file/)
  await mkdir(join(cwd, 'fresh/.git'), { recursive: true })
  expect((await chooseTarget(cwd, 'fresh')).name).toBe('fresh')
})

it('never writes over a file that appears while it asks', async () => {
  const { folder, name } = await chooseTarget(cwd, 'slow')
  await mkdir(folder)
  await writeFile(join(folder, 'package.json'), 'mine')
  const plan = { name, port: 4100, framework: 'page', families: ['evm'], kit: 'x', testkit: 'x' } as const
  await expect(writePage(folder, plan)).rejects.toThrow(/package\.json appeared meanwhile/)
  expect(await readFile(join(folder, 'package.json'), 'utf8')).toBe('mine')
})

it.each(['My Page', '', '-x', '../x y', 'node_modules', 'ä', 'a'.repeat(101)])('refuses %j as a name', (name) => {
  expect(() => checkName(name)).toThrow(CreateError)
})

it.each([
  [['--framework', 'svelte'], /no framework "svelte": react, next, vue, page/],
  [['--families', 'evm,cosmos'], /no family "cosmos"/],
  [['--families', ','], /at least one family/],
  [['--port', '80'], /--port must be a number/],
  [['--colour', 'red'], /Unknown option '--colour'[\s\S]*npm create billfold/],
  [['a', 'b'], /one name, not "a" and "b"/],
])('says what is wrong with %j', (given, sentence) => {
  expect(() => readArguments(given)).toThrow(sentence)
})

it('takes the kit from tarballs, the test kit from beside it, and says which is missing', async () => {
  await writeFile(join(cwd, 'react.tgz'), '')
  await expect(findTarballs(cwd, { kit: 'react.tgz' }, '0.1.0')).rejects.toThrow(/testkit\.tgz \(--testkit\)/)
  await writeFile(join(cwd, 'testkit.tgz'), '')
  expect(await findTarballs(cwd, { kit: 'react.tgz' }, '0.1.0')).toEqual({
    kit: `file:${join(cwd, 'react.tgz')}`,
    testkit: `file:${join(cwd, 'testkit.tgz')}`,
  })
})

it('asks until it is answered, and takes a number, a name or nothing', async () => {
  const answers = ['9', '2', 'evm, tezos', '', 'bitcoin']
  const asked: string[] = []
  const ask = async (question: string) => {
    asked.push(question)
    return answers.shift() ?? ''
  }
  expect(await askPlan({}, ask)).toEqual({ framework: 'next', families: ['bitcoin'] })
  expect(asked[3]).toContain('There is no family "tezos"')
  expect(await askPlan({}, async () => '')).toEqual({ framework: 'react', families: ['evm'] })
})

it('ends with 1 and one sentence, not with a stack', async () => {
  const main = new URL('main.ts', import.meta.url).pathname
  const end = await new Promise<{ code: unknown; stderr: string }>((resolve) =>
    execFile(process.execPath, [main, 'Bad Name'], { cwd }, (e, _, stderr) => resolve({ code: e?.code, stderr })),
  )
  expect(end.code).toBe(1)
  expect(
    end.stderr
      .trim()
      .split('\n')
      .filter((line) => !line.includes('Warning')),
  ).toHaveLength(1)
  expect(await readdir(cwd)).toEqual([])
})
