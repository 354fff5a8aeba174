import { expect, test } from 'vitest'
import { checkSourceTree } from './sourceTree.ts'
import { removeTree, writeTree } from './writeTree.ts'

const files = {
  'package.json': { name: 'root', workspaces: ['packages/*', 'apps/*'] },
  'packages/core/package.json': { name: 'core' },
  'packages/core/src/store.ts': '',
  'packages/core/src/chains/chain.ts': '',
  'packages/core/src/chains/solana/family.ts': '',
  'packages/core/gallery/a.ts': '',
  'apps/server/package.json': { name: 'server' },
  'apps/server/src/api/a.ts': '',
  'apps/server/src/relay/main.ts': '',
  'apps/server/src/http/a.ts': '',
  'apps/server/src/limits/a.ts': '',
  'apps/web/package.json': { name: 'web' },
  'apps/web/index.html': '',
}

const page = (...tree: string[]) => `# Architecture\n\n\`\`\`\n${tree.join('\n')}\n\`\`\`\nAfter it, nothing/ counts.\n`

const good = [
  'packages/',
  '  core/src/     no React',
  '    store.ts    send and onEvent, as in protocol/api and apps/*/src',
  '    chains/     chain.ts (the interface); solana/, each behind import(); to come: bip122/',
  '    ../gallery/ fixtures',
  'apps/',
  '  server/src/   api/ (one file per thing of protocol/api) relay/ (own entry point, relay/main.ts)',
  '    http/ limits/ what every request passes',
  '  web/          the site',
  '  frame/        to come: the page with keys/ and a screen.ts',
]

async function problems(...tree: string[]): Promise<string[]> {
  const root = await writeTree({ ...files, 'docs/architecture.md': page(...tree) })
  const reported = await checkSourceTree(root).finally(() => removeTree(root))
  return reported.map(({ line, sentence }) =>
    line === undefined ? sentence : `${line}: ${sentence.replace(/:.*/, '')}`,
  )
}

test('accepts a tree that matches the folders', async () => {
  expect(await problems(...good)).toEqual([])
})

test('reports each missing path with its line', async () => {
  expect(await problems(...good, 'tools/', '  gone.ts  was once here')).toEqual([
    '14: names tools/, which does not exist',
    '15: names tools/gone.ts, which does not exist',
  ])
  const renamed = good.map((line) => line.replace('chain.ts', 'family.ts').replace('relay/main.ts', 'relay/run.ts'))
  expect(await problems(...renamed)).toEqual([
    '7: names packages/core/src/chains/family.ts, which does not exist',
    '10: names apps/server/src/relay/run.ts, which does not exist',
  ])
})

test('reports a path that exists but is marked as to come', async () => {
  const late = good.map((line) => line.replace('solana/, each', 'each').replace('bip122/', 'bip122/ solana/'))
  expect(await problems(...late)).toEqual(['7: says that packages/core/src/chains/solana/ is to come, and it is there'])
  const site = good.map((line) => line.replace('the site', 'to come: the site'))
  expect(await problems(...site)).toEqual(['12: says that apps/web/ is to come, and it is there'])
})

test('reports a package or a source folder that the tree lacks', async () => {
  const short = good.filter((line) => !line.includes('chains/') && !line.includes('web/'))
  expect(await problems(...short.map((line) => line.replace('api/ (', '(').replace('limits/ ', '')))).toEqual([
    'does not name packages/core/src/chains/ in its tree',
    'does not name apps/server/src/api/ in its tree',
    'does not name apps/server/src/limits/ in its tree',
    'does not name apps/web/ in its tree',
  ])
})

test('a page without a tree, and a repository without the page', async () => {
  expect(await problems('nothing/')).toEqual(['shows no tree: begin a block of code with packages/'])
  const root = await writeTree(files)
  expect(await checkSourceTree(root).finally(() => removeTree(root))).toEqual([])
})
