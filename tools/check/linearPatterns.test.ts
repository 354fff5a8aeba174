import { expect, test } from 'vitest'
import { checkLinearPatterns, superlinear } from './linearPatterns.ts'
import { removeTree, writeTree } from './writeTree.ts'

test.each(['(a+)+', '^(?:a|b*)*$', '^\\d*\\d+x', '\\s+$', '^\\w+\\d*-', '(?:[a-z]+\\d*)+', '^(?:\\s*,\\s*a+)*$'])(
  '/%s/ may take superlinear time',
  (pattern) => expect(superlinear(pattern)).toBeDefined(),
)

test.each(['x*', '\\s+', '^a+b+c$', '^(?:\\.[a-z]+)+$', '^(?:[a-z]+\\.)+[a-z]+$', '^[^@]+@[^@]+$', '^0x[0-9a-f]{40}$'])(
  '/%s/ takes time linear in the text',
  (pattern) => expect(superlinear(pattern)).toBeUndefined(),
)

test('reports a pattern only where code reads untrusted texts', async () => {
  const text = 'export const isBad = (text: string) => /(a+)+$/.test(text)\n'
  const paths = ['apps/server/src/x.ts', 'apps/server/src/x.test.ts', 'packages/react/src/x.ts']
  const root = await writeTree(Object.fromEntries(paths.map((path) => [path, `\n${text}`])))
  const problems = await checkLinearPatterns(root).finally(() => removeTree(root))
  expect(problems.map(({ path, line }) => [path, line])).toEqual([['apps/server/src/x.ts', 2]])
})
