import { execFileSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { removeTree, writeTree } from '../check/writeTree.ts'
import { tagVersion } from './tagVersion.ts'

let root = ''
let lines: string[] = []
const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
const read = (path: string) => readFile(join(root, path), 'utf8')
const commit = async (subject: string) => {
  await writeFile(join(root, 'work.txt'), subject)
  git('add', '.')
  git('commit', '-qm', subject)
}
const make = (version: string, more: Partial<Parameters<typeof tagVersion>[0]> = {}) =>
  tagVersion({
    root,
    version,
    isSigned: false,
    date: '2026-11-19',
    check: async () => true,
    say: (line) => void lines.push(line),
    ...more,
  })
const state = () => [git('rev-parse', 'HEAD'), git('tag', '--list'), git('status', '--porcelain')]

beforeEach(async () => {
  lines = []
  root = await writeTree({
    'package.json': { name: 'kit', version: '0.1.0' },
    'package-lock.json': {
      name: 'kit',
      version: '0.1.0',
      packages: { '': { name: 'kit', version: '0.1.0' }, 'packages/a': { version: '0.0.0' } },
    },
    'CHANGELOG.md': '# What changed\n\nNewest first.\n\n## 0.1.0, unreleased\n\nThe first version.\n',
  })
  git('init', '-q')
  // The script runs git with the repository's own settings.
  for (const [name, value] of [
    ['user.name', 'Ada'],
    ['user.email', 'ada@example.com'],
    ['commit.gpgsign', 'false'],
    ['tag.gpgsign', 'false'],
  ])
    git('config', name!, value!)
  await commit('kit: begin')
})
afterEach(() => removeTree(root))

test('commits what is generated from the new version', async () => {
  const generate = async () => {
    await writeFile(join(root, 'tag.md'), `@${JSON.parse(await read('package.json')).version}`)
    return ['tag.md']
  }
  await make('0.1.0')
  await commit('kit: draw the button')
  await make('minor', { generate })
  expect(git('show', 'v0.2.0:tag.md')).toBe('@0.2.0')
  expect(git('status', '--porcelain')).toBe('')
})

test('writes version, changelog and tag, and lists later commits by area', async () => {
  expect(await make('0.1.0')).toBe('v0.1.0')
  expect(await read('CHANGELOG.md')).toBe(
    '# What changed\n\nNewest first.\n\n## 0.1.0, 2026-11-19\n\nThe first version.\n',
  )
  await commit('server: answer sooner')
  await commit('kit: connect wallets: all of them')
  await commit('No area here')
  await commit('kit: draw the button')
  expect(await make('minor')).toBe('v0.2.0')
  const hashes = Object.fromEntries(
    git('log', '--format=%s|%h')
      .split('\n')
      .map((line) => line.split('|') as [string, string]),
  )
  expect(await read('CHANGELOG.md')).toBe(`# What changed

Newest first.

## 0.2.0, 2026-11-19

### Kit

- Draw the button (${hashes['kit: draw the button']})
- Connect wallets: all of them (${hashes['kit: connect wallets: all of them']})

### Server

- Answer sooner (${hashes['server: answer sooner']})

### Other

- No area here (${hashes['No area here']})

## 0.1.0, 2026-11-19

The first version.
`)
  for (const path of ['package.json', 'package-lock.json']) expect(JSON.parse(await read(path)).version).toBe('0.2.0')
  expect(JSON.parse(await read('package-lock.json')).packages).toEqual({
    '': { name: 'kit', version: '0.2.0' },
    'packages/a': { version: '0.0.0' },
  })
  expect(git('log', '-1', '--format=%s')).toBe('release: publish 0.2.0')
  expect(git('rev-list', '-1', 'v0.2.0')).toBe(git('rev-parse', 'HEAD'))
  expect(git('cat-file', '-t', 'v0.2.0')).toBe('tag')
  expect(git('status', '--porcelain')).toBe('')
})

test('keeps the words of a section that waits for its date', async () => {
  await make('0.1.0')
  await writeFile(
    join(root, 'CHANGELOG.md'),
    (await read('CHANGELOG.md')).replace('## 0.1.0', '## 0.1.1, unreleased\n\nFaster.\n\n## 0.1.0'),
  )
  await commit('kit: wait less')
  await make('patch')
  expect(await read('CHANGELOG.md')).toMatch(
    /## 0\.1\.1, 2026-11-19\n\nFaster\.\n\n### Kit\n\n- Wait less \([0-9a-f]+\)\n\n## 0\.1\.0, 2026-11-19\n/,
  )
})

test('shows what it would write in a dry run, and writes nothing', async () => {
  await make('0.1.0')
  await commit('kit: wait less')
  const before = [...state(), await read('CHANGELOG.md'), await read('package.json')]
  lines = []
  expect(await make('major', { isDryRun: true })).toBe('v1.0.0')
  expect(lines.join('\n')).toMatch(
    /v1\.0\.0: 1 commit since v0\.1\.0\n## 1\.0\.0, 2026-11-19\n\n### Kit\n\n- Wait less/,
  )
  expect([...state(), await read('CHANGELOG.md'), await read('package.json')]).toEqual(before)
})

test('refuses changes in the working tree, a failing check, an old version and an empty release', async () => {
  await make('0.1.0')
  await expect(make('patch')).rejects.toThrow('There are no commits since v0.1.0')
  await commit('kit: wait less')
  const before = state()
  await expect(make('patch', { check: async () => false })).rejects.toThrow('npm run check fails')
  await expect(make('0.1.0')).rejects.toThrow('0.1.0 is not newer than v0.1.0')
  await expect(make('next')).rejects.toThrow('Pass a version')
  expect(state()).toEqual(before)
  await writeFile(join(root, 'new.txt'), 'x')
  await expect(make('patch', { isDryRun: true })).rejects.toThrow('The working tree has changes')
  await expect(make('patch')).rejects.toThrow('?? new.txt')
})
