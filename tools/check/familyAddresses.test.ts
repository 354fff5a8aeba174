import { expect, test } from 'vitest'
import { checkFamilyAddresses } from './familyAddresses.ts'
import { removeTree, writeTree } from './writeTree.ts'

const problemsOf = async (files: Record<string, string>) => {
  const root = await writeTree(files)
  const problems = await checkFamilyAddresses(root).finally(() => removeTree(root))
  return problems.map(({ path, line, sentence }) => [path, line, sentence.replace(/:.*/, '')])
}

test('reports a lowercased address outside a family’s folder', async () => {
  const folds = `export const isSame = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()\n`
  expect(
    await problemsOf({
      'packages/core/src/features/x/x.ts': `\n${folds}`,
      'apps/server/src/api/y.ts': folds,
      'packages/core/src/chains/eip155/z.ts': folds,
      'apps/server/src/chains/eip155/hex.ts': folds,
      'packages/core/src/features/x/x.test.ts': folds,
      'packages/react/src/views/networks/NetworksView.tsx': folds,
      'tools/check/z.ts': folds,
    }),
  ).toEqual([
    ['apps/server/src/api/y.ts', 1, 'takes the case out of a text'],
    ['packages/core/src/features/x/x.ts', 2, 'takes the case out of a text'],
  ])
})

test('reports one family that stands for all', async () => {
  expect(
    await problemsOf({
      'packages/react/src/a.ts': `export const nowhere = 'eip155:0'\nexport const first = 'eip155:1'\n`,
      'packages/core/src/b.ts': `export const coin = nativePlaceholders.eip155\nexport const own = nativePlaceholders[family]\n`,
      'packages/react/src/c.ts': `const evmOnly = ['send']\n`,
    }),
  ).toEqual([
    ['packages/core/src/b.ts', 1, 'names nativePlaceholders.eip155'],
    ['packages/react/src/a.ts', 1, 'names eip155'],
    ['packages/react/src/c.ts', 1, 'names evmOnly'],
  ])
})

test('reports an exception that its file no longer needs', async () => {
  expect(await problemsOf({ 'packages/react/src/theme/color.ts': 'export const red = 1\n' })).toEqual([
    ['packages/react/src/theme/color.ts', undefined, 'has a line in foldedTexts and folds nothing'],
  ])
})
