import { expect, test } from 'vitest'
import { checkPrograms } from './programs.ts'
import { removeTree, writeTree } from './writeTree.ts'

test('reports code that looks for a browser or another program by itself', async () => {
  const root = await writeTree({
    'bench/a.ts': `export const path = process.env.CHROMIUM_PATH ?? 'chromium'\n`,
    'packages/testkit/test/b.ts': `\nexport const path = '/usr/bin/chromium'\n`,
    'apps/server/test/c.ts': `export const path = process.env.REDIS_SERVER\n`,
    'apps/server/src/d.ts': `export const url = process.env.REDIS_URL\n`,
    'tools/test/findProgram.ts': `export const best = '/usr/bin/chromium'\n`,
  })
  const problems = await checkPrograms(root).finally(() => removeTree(root))
  expect(problems.map(({ path, line, sentence }) => [path, line, sentence.replace(/:.*/, '')])).toEqual([
    ['apps/server/test/c.ts', 1, 'looks for a program itself (process.env.REDIS_SERVER)'],
    ['bench/a.ts', 1, 'looks for a program itself (process.env.CHROMIUM_PATH)'],
    ['packages/testkit/test/b.ts', 2, 'looks for a program itself (/usr/bin/chromium)'],
  ])
})
