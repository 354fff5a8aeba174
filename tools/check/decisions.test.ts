import { expect, test } from 'vitest'
import { checkDecisions } from './decisions.ts'
import { removeTree, writeTree } from './writeTree.ts'

const page =
  '# We use one\n\n## Context\n\nTwo.\n\n## Decision\n\nOne.\n\n## Consequences\n\nNone.\n\n## Alternatives\n\nTwo.\n'

test('reports decisions that lack a part, a number or a row in the list', async () => {
  const root = await writeTree({
    'docs/adr/README.md': '[0001](0001-one.md) [0002](0002-no-context.md) [0003](0003-long.md) [0009](0009-gone.md)\n',
    'docs/adr/0001-one.md': page,
    'docs/adr/0001-same-number.md': page,
    'docs/adr/0002-no-context.md': page.replace('## Context', '## Why'),
    'docs/adr/0003-long.md': `${page}${'More.\n'.repeat(60)}`,
    'docs/adr/Notes.md': page,
  })
  const problems = await checkDecisions(root).finally(() => removeTree(root))
  expect(problems.map(({ path, sentence }) => `${path.slice('docs/adr/'.length)} ${sentence}`)).toEqual([
    '0001-same-number.md has the number of another decision',
    '0001-same-number.md is missing from docs/adr/README.md',
    '0002-no-context.md must have the headings Context, Decision, Consequences, Alternatives, in this order',
    '0003-long.md has 77 lines: shorten it to 60',
    'Notes.md must be named 0011-words-like-these.md',
    'Notes.md is missing from docs/adr/README.md',
    'README.md lists 0009-gone.md, which does not exist',
  ])
})
