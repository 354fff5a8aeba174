import { expect, test } from 'vitest'
import { checkDependencies } from './dependencies.ts'
import { manifests, removeTree, writeTree } from './writeTree.ts'

test('reports dependencies that nothing uses, and types of packages that are not declared', async () => {
  const own = manifests()
  const core = own['packages/core/package.json'] as { dependencies: object }
  const root = await writeTree({
    ...own,
    'packages/core/package.json': {
      ...core,
      dependencies: { '@billfold/protocol': '0.0.0', viem: '1.0.0', lost: '1.0.0' },
      devDependencies: { '@types/ws': '1.0.0', '@types/gone': '1.0.0', '@sol/contracts': '1.0.0', solc: '1.0.0' },
      peerDependencies: { react: '>=18', 'react-dom': '>=18' },
    },
    'packages/core/src/a.ts': `import '@billfold/protocol/caip'\nimport { x } from 'viem/chains'\nimport type { WebSocket } from 'ws'\nimport 'react'\n`,
    'packages/core/src/b.ts': `import type { Hono } from 'hono'\n// lost in a comment without quotes\nconst path = 'node_modules/solc/index.js'\n`,
    'packages/core/src/c.sol': `import "@sol/contracts/token.sol";\n`,
    'packages/protocol/src/caip.ts': `import 'zod/mini'\n`,
    'packages/react/src/a.ts': `import '@billfold/core/a'\nimport '@billfold/protocol/caip'\nimport 'viem'\n`,
    'packages/testkit/src/a.ts': `import '@billfold/protocol/caip'\n`,
    'apps/server/src/a.ts': `import '@billfold/protocol/caip'\nimport 'hono'\n`,
    'apps/web/src/a.ts': `import '@billfold/react/a'\nimport '@billfold/core/a'\n`,
    'packages/core/src/a.test.ts': `import { test } from 'vitest'\n`,
  })
  const problems = await checkDependencies(root).finally(() => removeTree(root))
  expect(problems.map(({ path, line, sentence }) => [path, line, sentence.split(',')[0]])).toEqual([
    ['packages/core/package.json', undefined, 'declares lost in dependencies'],
    ['packages/core/package.json', undefined, 'declares @types/gone in devDependencies'],
    ['apps/server/package.json', undefined, 'declares @billfold/core in dependencies'],
    ['packages/core/src/b.ts', 1, 'takes types from hono'],
  ])
})
