import { expect, test } from 'vitest'
import { checkPlainNames } from './plainNames.ts'
import { removeTree, writeTree } from './writeTree.ts'

const check = async (files: Record<string, string | object>) => {
  const root = await writeTree(files)
  return checkPlainNames(root).finally(() => removeTree(root))
}
const path = 'packages/core/src/x.ts'

test.each([
  ['const told = 1', 'told'],
  ['const { asked } = x', 'asked'],
  ['const { a: [found] } = x', 'found'],
  ['const f = ({ b: said = 1 }) => said', 'said'],
  ['type F = (heard: string) => void', 'heard'],
  ['function told() {}', 'told'],
  ['type SwapTold = 1', 'SwapTold'],
  ['interface LoginTrouble {}', 'LoginTrouble'],
  ['class TurnBegun {}', 'TurnBegun'],
  ['const mostAtOnce = 1', 'mostAtOnce'],
  ['function f(leastRows = 1) {}', 'leastRows'],
  ['const lateFeatures = 1', 'lateFeatures'],
  ['type LateFeatures = 1', 'LateFeatures'],
  ['export async function askNodes() {}', 'askNodes'],
  ['const tellOpener = () => {}', 'tellOpener'],
  ['const o = { hearTabs() {} }', 'hearTabs'],
  ['class A { giveNonce() {} }', 'giveNonce'],
  ['const useLogin = async () => {}', 'useLogin'],
])('%s is named', async (code, name) => {
  const problems = await check({ [path]: `${code}\n` })
  expect(problems.map(({ line, sentence }) => [line, /“(.+?)”/.exec(sentence)?.[1]])).toEqual([[1, name]])
})

test('accepts uses, keys and longer words, and hooks where React is', async () => {
  const code = [
    'const lateMs = most(asked.found)',
    'const foundation = { told: 1, asked }',
    'const usedBy = mostly, askance = () => {}',
    'type Asker = { said: string; FoundPlace: 1 }',
  ]
  const problems = await check({
    [path]: code.join('\n'),
    'packages/react/src/useX.ts': 'export const useX = () => {}\n',
  })
  expect(problems).toEqual([])
})

test('lets a package keep what it has, and add nothing', async () => {
  const files = {
    'tools/check/wordBudgets.json': { 'packages/core': { told: 2 } },
    [path]: 'const told = 1\n',
    'packages/core/src/y.ts': 'const asked = 1\n',
  }
  expect(await check(files)).toEqual([])
  expect(await check({ ...files, 'packages/core/src/z.ts': 'const said = 1\n' })).toEqual([
    {
      path: 'packages/core',
      sentence:
        'has “told” 3 times, and 2 at most: write the noun of what it holds (npm run words -- packages/core "told")',
    },
  ])
})
