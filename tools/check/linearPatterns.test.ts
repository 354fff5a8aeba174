import { expect, test } from 'vitest'
import { checkLinearPatterns, superlinear } from './linearPatterns.ts'
import { removeTree, writeTree } from './writeTree.ts'

test.each(['(a+)+', '^(?:a|b*)*$', '^\\d*\\d+x', '\\s+$', '^\\w+\\d*-', '(?:[a-z]+\\d*)+', '^(?:\\s*,\\s*a+)*$'])(
  '/%s/ may take superlinear time',
  (pattern) => expect(superlinear(pattern)).toBeDefined(),
)

// Found by recheck, which takes seconds for a pattern and minutes for all of ours: too slow to be the judge.
test.each([
  ['\\beyJ[\\w-]+\\.[\\w-]+(?:\\.[\\w-]+)?', 'g'],
  ['\\b[\\w-]{2,}\\.(?:com|org)\\b', 'i'],
  ["^export \\{ ([^}]+) \\} from '\\.\\/([^']+)'", 'gm'],
  ['method.*(?:not found|disabled)', 'i'],
  ['(?:00)+$', ''],
])('/%s/%s may take more than its share of time', (pattern, flags) => expect(superlinear(pattern, flags)).toBeDefined())

test.each([
  ['\\beyJ[\\w-]{1,2000}\\.[\\w-]+', 'g'],
  ['(?<=\\w[\\w-]{1,60})\\.(?:com|org)\\b', 'i'],
  ['^swap_total\\{.*$', 'gm'],
  ['\\b\\w+-', ''],
  ['href\\s*=\\s*["\']?([^"\'\\s>]*)', 'gi'],
])('/%s/%s takes time in proportion to the text', (pattern, flags) =>
  expect(superlinear(pattern, flags)).toBeUndefined(),
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
