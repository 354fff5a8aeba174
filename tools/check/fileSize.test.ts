import { afterEach, expect, test } from 'vitest'
import { checkFileNames } from './fileNames.ts'
import { checkFileSize } from './fileSize.ts'
import { manifests, removeTree, writeTree } from './writeTree.ts'

const roots: string[] = []
afterEach(() => Promise.all(roots.splice(0).map(removeTree)))
async function tree(files: Record<string, string | object>) {
  const root = await writeTree({ ...manifests(), ...files })
  roots.push(root)
  return root
}
const lines = (count: number) => 'x\n'.repeat(count)

test('fails 401 lines, warns of 400 and 251, accepts 250', async () => {
  const root = await tree({
    'a.ts': lines(401),
    'b.ts': lines(400),
    'c.css': lines(251),
    'd.ts': lines(250),
    'e.ts': `${lines(400)}x`,
  })
  const problems = await checkFileSize(root)
  expect(problems.map(({ path, warning }) => [path, warning ?? false])).toEqual([
    ['a.ts', false],
    ['b.ts', true],
    ['c.css', true],
    ['e.ts', false],
  ])
  expect(problems[0]?.sentence).toContain('has 401 lines')
})

test('accepts long files from npm and the compiler', async () => {
  const root = await tree({
    'package-lock.json': lines(5000),
    'apps/devnet/contracts/artifacts/Router.json': lines(900),
  })
  expect(await checkFileSize(root)).toEqual([])
})

test('rejects names of files for odds and ends', async () => {
  const bad = [
    'a/utils.ts',
    'a/swapHelpers.ts',
    'a/chain-constants.ts',
    'types/a.ts',
    'a/RouterController.tsx',
    'a/x.types.d.ts',
    'a/common.test.ts',
  ]
  const good = ['a/accountType.ts', 'a/commonName.ts', 'a/typesOf.ts', 'a/management.ts', 'a/vitest.config.ts']
  const root = await tree(Object.fromEntries([...bad, ...good].map((path) => [path, ''])))
  expect((await checkFileNames(root)).map(({ path }) => path).sort()).toEqual(bad.sort())
})

test('accepts an index file only as a package’s export', async () => {
  const root = await tree({
    'packages/react/package.json': { name: '@billfold/react', exports: { '.': './src/index.ts' } },
    'packages/react/src/index.ts': '',
    'packages/react/src/views/index.ts': '',
  })
  expect((await checkFileNames(root)).map(({ path }) => path)).toEqual(['packages/react/src/views/index.ts'])
})
