import { expect, test } from 'vitest'
import { checkWorkspaceReadmes } from './workspaceReadmes.ts'
import { manifests, removeTree, writeTree } from './writeTree.ts'

const page = (dir: string, tests: string) =>
  `# A package\n\nConnects wallets.\n\n## Working on it\n\nEntry point: \`src/main.ts\`. Tests: \`npm test -- ${tests} ${dir}\`.\n`

test('reports READMEs that are missing, name no entry point, or name the wrong tests', async () => {
  const root = await writeTree({
    ...manifests(),
    'packages/protocol/README.md': page('packages/protocol', 'unit'),
    'packages/protocol/src/main.ts': '',
    'packages/protocol/src/main.test.ts': '',
    'packages/core/README.md': page('packages/core', 'unit'),
    'packages/core/src/main.int.test.ts': '',
    'packages/react/README.md': '# A package\n\n## Install\n',
    'packages/testkit/README.md': page('packages/testkit', 'unit'),
    'packages/testkit/src/other.test.ts': '',
    'apps/server/README.md': page('apps/server', 'unit'),
    'apps/server/src/main.ts': '',
    'apps/server/src/main.test.ts': '',
    'apps/server/src/main.int.test.ts': '',
  })
  const problems = await checkWorkspaceReadmes(root).finally(() => removeTree(root))
  expect(problems.map(({ path, sentence }) => `${path} ${sentence}`)).toEqual([
    'packages/core/README.md names the entry point src/main.ts, which does not exist',
    'packages/core/README.md names `npm test -- unit packages/core`, which finds no tests',
    'packages/core/README.md does not name `npm test -- integration packages/core`',
    'packages/react/README.md must begin with a title and a paragraph: what the package is',
    'packages/react/README.md has no line “Entry point: `src/…`. Tests: `npm test -- …`.”',
    'packages/testkit/README.md names the entry point src/main.ts, which does not exist',
    'apps/server/README.md does not name `npm test -- integration apps/server`',
    'apps/web/README.md is missing',
  ])
})
