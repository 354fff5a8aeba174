import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { createReports } from '../api/createReports.ts'
import { checkApiReports } from './apiReports.ts'
import { removeTree, writeTree } from './writeTree.ts'

const repository = resolve(import.meta.dirname, '../..')
const files = {
  'package.json': { name: 'root', workspaces: ['packages/*'] },
  'packages/server-auth/package.json': {
    ...{
      name: '@billfold/server-auth',
      version: '0.0.0',
      exports: { '.': './src/index.ts', './next': './src/next.ts' },
    },
  },
  'packages/server-auth/src/index.ts': `export { createAuth, type Auth } from './createAuth.ts'\nexport * from './plain.ts'\n`,
  'packages/server-auth/src/createAuth.ts': `
import type { Inner } from './inner.ts'
import { hidden } from './inner.ts'
/** A session's reader. */
export type Auth = { read(token: string): Promise<Inner> }
type Settings = { issuer: string }
export const createAuth = (_: Settings): Auth => ({ read: async () => hidden })
export const unseen = 1
`,
  'packages/server-auth/src/inner.ts': `export type Inner = { id: string }\nexport const hidden: Inner = { id: '' }\n`,
  'packages/server-auth/src/plain.ts': `export const plain = () => ({ count: 1 })\n`,
  'packages/server-auth/src/next.ts': `export { createAuth as createNextAuth } from './createAuth.ts'\nexport { resolve } from 'node:path'\n`,
}

test('reports a changed public type until the report is written again, and no change inside', async () => {
  const root = await writeTree(files)
  try {
    // A folder of its own: the declarations are written below it.
    await mkdir(join(root, 'node_modules'))
    for (const name of ['typescript', '@typescript', '@types'])
      await symlink(join(repository, 'node_modules', name), join(root, 'node_modules', name))
    await symlink(join(repository, 'tsconfig.base.json'), join(root, 'tsconfig.base.json'))
    const path = 'packages/server-auth/api.md'
    const write = async () => {
      for (const [report, text] of await createReports(root)) await writeFile(join(root, report), text)
    }
    const change = async (file: string, from: string, to: string) => {
      const text = await readFile(join(root, file), 'utf8')
      expect(text).toContain(from)
      await writeFile(join(root, file), text.replace(from, to))
    }

    expect((await checkApiReports(root)).map((problem) => problem.path)).toEqual([path])
    await write()
    const report = await readFile(join(root, path), 'utf8')
    expect(report).toContain('## @billfold/server-auth\n\n```ts\nexport Auth\nexport createAuth\nexport plain\n```')
    expect(report).toContain(
      "## @billfold/server-auth/next\n\n```ts\nexport createAuth as createNextAuth\nexport resolve from 'node:path'\n```",
    )
    for (const reached of ['type Inner = {', 'type Settings = {', 'count: number']) expect(report).toContain(reached)
    for (const inside of ['unseen', 'hidden', 'reader']) expect(report).not.toContain(inside)
    expect(await checkApiReports(root)).toEqual([])

    await change('packages/server-auth/src/createAuth.ts', 'unseen = 1', 'unseen = 2')
    await change('packages/server-auth/src/createAuth.ts', 'A session', 'The session')
    expect(await checkApiReports(root)).toEqual([])
    await change('packages/server-auth/src/inner.ts', '{ id: string }', '{ id: string; name?: string }')
    expect(await checkApiReports(root)).toMatchObject([{ path, sentence: expect.stringContaining('npm run api') }])
    await write()
    expect(await checkApiReports(root)).toEqual([])
  } finally {
    await removeTree(root)
  }
})
