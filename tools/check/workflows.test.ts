import { expect, test } from 'vitest'
import { checkWorkflows } from './workflows.ts'
import { removeTree, writeTree } from './writeTree.ts'

const hash = 'a'.repeat(40)
const workflow = (permissions: string, steps: string) =>
  `name: x\non: [push]\n${permissions}\njobs:\n  one:\n    steps:\n${steps}`

test('reports actions without a hash, rights to write, and owners of nothing', async () => {
  const root = await writeTree({
    '.github/workflows/good.yml': workflow(
      'permissions: { contents: read }',
      `      - uses: actions/checkout@${hash} # v4.2.2\n        with: { persist-credentials: false }\n      - uses: ./here\n`,
    ),
    '.github/workflows/bad.yml': workflow(
      'permissions:\n  contents: write',
      `      - uses: actions/checkout@${hash} # v4.2.2\n      - uses: someone/action@v4\n      - uses: someone/action@${hash}\n`,
    ),
    '.github/CODEOWNERS': '# All\n* @a/b\n/apps/server/ @a/b @c\n/apps/gone/ @a/b\n/apps/*/src/ @a/b\n/apps/server/\n',
    'apps/server/src/main.ts': '',
  })
  const problems = await checkWorkflows(root).finally(() => removeTree(root))
  expect(problems.map(({ path, line, sentence }) => [path.split('/').at(-1), line, sentence.split(/[,:]/)[0]])).toEqual(
    [
      ['bad.yml', undefined, 'must have `permissions'],
      ['bad.yml', 4, 'asks for a right to write'],
      ['bad.yml', 8, 'leaves the token in the checkout'],
      ['bad.yml', 9, 'must pin someone/action@v4 to a commit'],
      ['bad.yml', 10, `must pin someone/action@${hash} to a commit`],
      ['CODEOWNERS', 4, 'names /apps/gone/'],
      ['CODEOWNERS', 6, 'must be a path and its owners'],
    ],
  )
})
