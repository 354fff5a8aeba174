import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { samplesOf } from './samplesOf.ts'

const root = path.resolve(import.meta.dirname, '../../../../..')
const json = async (file: string) => JSON.parse(await readFile(path.join(root, file), 'utf8'))
const { scripts } = (await json('package.json')) as { scripts: Record<string, string> }
const packages = await Promise.all(
  (await readdir(path.join(root, 'packages'))).map(async (name) => (await json(`packages/${name}/package.json`)).name),
)
const templates = await readFile(path.join(root, 'packages/create/src/templates.ts'), 'utf8')
const source = (await Promise.all(['apps', 'packages', 'tools'].map((folder) => textIn(folder)))).join('\n')

/** The TypeScript of a folder in one text, without its tests: the settings that it names are read there. */
async function textIn(folder: string): Promise<string> {
  const entries = await readdir(path.join(root, folder), { recursive: true, withFileTypes: true })
  const files = entries.filter(
    ({ name, parentPath }) =>
      /\.(?:ts|mjs|sql)$/.test(name) && !name.includes('.test.') && !parentPath.includes('node_modules'),
  )
  return (await Promise.all(files.map((file) => readFile(path.join(file.parentPath, file.name), 'utf8')))).join('\n')
}

/** A sample's commands, each on one line and without its comment. */
const commandsOf = (code: string) =>
  code
    .replaceAll('\\\n', ' ')
    .split('\n')
    .map((line) => line.replace(/(?:^|\s)#.*$/, '').trim())
    .filter((line) => line !== '')

/** Why a command on a page would not work; undefined if it would. */
function faultOf(command: string, isInNewPage: boolean): string | undefined {
  const words = command.split(/\s+/)
  const settings = words.filter((word) => /^[A-Z][A-Z\d_]+=/.test(word)).map((word) => word.split('=')[0]!)
  for (const name of settings) if (!isRead(name)) return `nothing reads ${name}`
  const [program, first = '', ...rest] = words.slice(settings.length)
  if (program === undefined || ['cd', 'curl', 'grep', 'openssl'].includes(program)) return undefined
  if (program === 'billfold') return faultOfBillfold(first, rest)
  if (program === 'node') return faultOfNode(first, rest)
  if (program !== 'npm') return `nothing here knows the program ${program}`
  if (first === 'run') {
    const isThere = isInNewPage ? templates.includes(`${rest[0]}: '`) : rest[0]! in scripts
    return isThere ? undefined : `there is no script ${rest[0]}`
  }
  if (first === 'start' || first === 'test') return first in scripts ? undefined : `there is no script ${first}`
  if (first === 'create') return packages.includes(`create-${rest[0]}`) ? undefined : `no package create-${rest[0]}`
  if (!['install', 'uninstall', 'exec'].includes(first)) return `npm has no ${first} here`
  for (const word of rest) {
    if (word.startsWith('@billfold/') && !packages.includes(word)) return `there is no package ${word}`
    const [, tarball] = /\/dist\/(\w+)\.tgz$/.exec(word) ?? []
    if (tarball && !existsSync(path.join(root, 'packages', tarball))) return `npm run pack makes no ${tarball}.tgz`
  }
  return undefined
}

/** The script exists, and code beside it knows its arguments: `add shop | list | show shop`. */
function faultOfNode(file: string, args: readonly string[]): string | undefined {
  if (!existsSync(path.join(root, file))) return `there is no file ${file}`
  const folder = path.join(root, path.dirname(file))
  const beside = readdirSync(folder).filter((name) => /(?<!\.test)\.ts$/.test(name))
  const words = new Set(beside.flatMap((name) => readFileSync(path.join(folder, name), 'utf8').split(/[^\w-]+/)))
  for (const [at, word] of args.entries()) {
    const isVerb = at === 0 || args[at - 1] === '|'
    if (isVerb && !words.has(word)) return `${file} knows no ${word}`
    if (word.startsWith('--') && !words.has(word) && !words.has(word.slice(2))) return `${file} knows no ${word}`
  }
  return undefined
}

const billfold = (await textIn('apps/server/src/cli')) + (await textIn('apps/server/src/projects'))

/** The operator's command has this subcommand, and code knows its flags. */
function faultOfBillfold(verb: string, args: readonly string[]): string | undefined {
  if (!new RegExp(`^  ${verb}: \\w+Command,$`, 'm').test(billfold)) return `billfold knows no ${verb}`
  const odd = args.find((word) => /^--[\w-]+$/.test(word) && !billfold.includes(word))
  return odd && `billfold knows no ${odd}`
}

/** Whether our code names a setting, or the prefix of a family of settings (`RPC_URL_…`). */
const isRead = (name: string) =>
  source.includes(name) || ['RPC_URL_', 'SOCIAL_', 'GUARDIAN_SOCIAL_'].some((start) => name.startsWith(start))

const shells = await samplesOf(root, ['sh', 'bash'])
/** Pages whose blocks `npm run test:release` runs as they stand, on machines of their own: here, our own commands count. */
const followedPages = new Set(['docs/deploy.md', 'docs/scale.md'])
const isOurs = (command: string) => /^(?:npm|billfold) /.test(command)

test('every command in the documentation has its script, program, package and settings', () => {
  expect(shells.length).toBeGreaterThan(20)
  const faults = shells.flatMap(({ page, code }) => {
    const commands = commandsOf(code).filter((command) => !followedPages.has(page) || isOurs(command))
    return commands.flatMap((command, at) => {
      const fault = faultOf(command, commands.slice(0, at).includes('cd my-page'))
      return fault ? [`${page}: ${command}: ${fault}`] : []
    })
  })
  expect(faults).toEqual([])
})

test.each([
  ['npm run nothing', 'there is no script nothing'],
  ['npm install @billfold/nothing', 'there is no package @billfold/nothing'],
  ['npm create nothing my-page', 'no package create-nothing'],
  ['npm exec --package ../billfold/dist/nothing.tgz', 'npm run pack makes no nothing.tgz'],
  ['node apps/nothing.ts', 'there is no file apps/nothing.ts'],
  [
    'node apps/server/src/projects/main.ts list | frobnicate shop',
    'apps/server/src/projects/main.ts knows no frobnicate',
  ],
  ['node apps/server/src/projects/main.ts add shop --nmae x', 'apps/server/src/projects/main.ts knows no --nmae'],
  ['DATABSE_URL=x node apps/server/src/main.ts', 'nothing reads DATABSE_URL'],
  ['billfold frobnicate --to x', 'billfold knows no frobnicate'],
  ['billfold backup --onto x', 'billfold knows no --onto'],
])('finds %s', (command, fault) => {
  expect(faultOf(command, false)).toBe(fault)
})

test('code reads every setting in a table of settings', async () => {
  const pages = ['settings', 'operators', 'relay', 'embedded', 'guardian', 'devnet', 'server-auth', 'names']
  const named = await Promise.all(
    pages.map(async (page) => {
      const lines = (await readFile(path.join(root, `docs/${page}.md`), 'utf8')).split('\n')
      const cells = lines.filter((line) => line.startsWith('| `')).map((line) => line.split('|')[1]!)
      return cells.flatMap((cell) => [...cell.matchAll(/`([A-Z][A-Z\d_]{3,})`/g)].map(([, name]) => `${page}: ${name}`))
    }),
  )
  const all = named.flat()
  expect(all.length).toBeGreaterThan(100)
  expect(all.filter((line) => !isRead(line.split(': ')[1]!))).toEqual([])
})

test('the command that moves a whole folder from AppKit does what the lines above it show', async () => {
  const page = 'docs/guides/from-appkit.md'
  const [command = ''] = shells
    .filter((each) => each.page === page)
    .flatMap(({ code }) => commandsOf(code))
    .slice(-1)
  expect(command).toMatch(/^grep /)
  const diff = (await samplesOf(root, ['diff'])).find((each) => each.page === page)?.code ?? ''
  const side = (sign: string) =>
    diff
      .split('\n')
      .filter((line) => line.startsWith(sign))
      .map((line) => line.slice(1))
      .join('\n')
  const folder = await mkdtemp(path.join(tmpdir(), 'billfold-samples-'))
  try {
    await mkdir(path.join(folder, 'src'))
    await writeFile(path.join(folder, 'src/wallets.ts'), side('-'))
    await promisify(execFile)('sh', ['-c', command], { cwd: folder })
    expect(await readFile(path.join(folder, 'src/wallets.ts'), 'utf8')).toBe(side('+'))
  } finally {
    await rm(folder, { recursive: true })
  }
})
