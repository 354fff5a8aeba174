import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { CreateError } from './createError.ts'
import { promptPlan } from './promptPlan.ts'
import { checkName, readArguments } from './readArguments.ts'
import { chooseTarget, findTarballs, writePage } from './writePage.ts'

let cwd = ''
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'billfold-create-'))
})
afterEach(() => rm(cwd, { recursive: true, force: true }))

it('writes a page without a prompt if the arguments say everything', async () => {
  const args = readArguments(['my-page', '--framework', 'vue', '--families', 'solana, evm', '--port', '4300'])
  const { folder, name } = await chooseTarget(cwd, args.name ?? '')
  const sources = await findTarballs(cwd, args, '0.1.0')
  const chosen = await promptPlan(args, undefined)
  await writePage(folder, { name, port: args.port, ...chosen, ...sources })
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

it('rejects a non-empty folder, and leaves it unchanged', async () => {
  await mkdir(join(cwd, 'mine'))
  await writeFile(join(cwd, 'mine/notes.txt'), 'do not lose me')
  await expect(chooseTarget(cwd, 'mine')).rejects.toThrow(/mine is not empty \(it has notes\.txt\)/)
  await writeFile(join(cwd, 'file'), '')
  await expect(chooseTarget(cwd, 'file')).rejects.toThrow(/is a file/)
  await mkdir(join(cwd, 'fresh/.git'), { recursive: true })
  expect((await chooseTarget(cwd, 'fresh')).name).toBe('fresh')
})

it('never overwrites a file that appears during the prompts', async () => {
  const { folder, name } = await chooseTarget(cwd, 'slow')
  await mkdir(folder)
  await writeFile(join(folder, 'package.json'), 'mine')
  const plan = { name, port: 4100, framework: 'page', families: ['evm'], kit: 'x', testkit: 'x' } as const
  await expect(writePage(folder, plan)).rejects.toThrow(/package\.json was created meanwhile/)
  expect(await readFile(join(folder, 'package.json'), 'utf8')).toBe('mine')
})

it.each(['My Page', '', '-x', '../x y', 'node_modules', 'ä', 'a'.repeat(101)])('refuses %j as a name', (name) => {
  expect(() => checkName(name)).toThrow(CreateError)
})

it.each([
  [['--framework', 'svelte'], /Unknown framework "svelte"\. Choose one of: react, next, vue, page/],
  [['--families', 'evm,cosmos'], /Unknown family "cosmos"/],
  [['--families', ','], /at least one family/],
  [['--port', '80'], /--port must be a number/],
  [['--colour', 'red'], /Unknown option '--colour'[\s\S]*npm create billfold/],
  [['a', 'b'], /one name, not "a" and "b"/],
])('explains what is wrong with %j', (given, sentence) => {
  expect(() => readArguments(given)).toThrow(sentence)
})

it('finds the kit and the test kit among the tarballs, and names the missing one', async () => {
  await writeFile(join(cwd, 'react.tgz'), '')
  await expect(findTarballs(cwd, { kit: 'react.tgz' }, '0.1.0')).rejects.toThrow(/testkit\.tgz \(--testkit\)/)
  await writeFile(join(cwd, 'testkit.tgz'), '')
  expect(await findTarballs(cwd, { kit: 'react.tgz' }, '0.1.0')).toEqual({
    kit: `file:${join(cwd, 'react.tgz')}`,
    testkit: `file:${join(cwd, 'testkit.tgz')}`,
  })
})

it('repeats a prompt until it is answered, by a number, a name or nothing', async () => {
  const answers = ['9', '2', 'evm, tezos', '', 'bitcoin']
  const questions: string[] = []
  const ask = async (question: string) => {
    questions.push(question)
    return answers.shift() ?? ''
  }
  expect(await promptPlan({}, ask)).toEqual({ framework: 'next', families: ['bitcoin'] })
  expect(questions[3]).toContain('Unknown family "tezos"')
  expect(await promptPlan({}, async () => '')).toEqual({ framework: 'react', families: ['evm'] })
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
