import { afterEach, expect, test } from 'vitest'
import { removeTree, writeTree } from '../check/writeTree.ts'
import { installedPackages } from './installedPackages.ts'

let root = ''
afterEach(() => removeTree(root))

test('counts what a site gets: through workspaces and peers, each copy once, React and optional peers aside', async () => {
  const packages = {
    'packages/react': {
      name: 'kit',
      version: '1.0.0',
      dependencies: { own: '1.0.0', a: '1' },
      peerDependencies: { react: '>=18' },
    },
    'packages/own': {
      name: 'own',
      version: '1.0.0',
      dependencies: { a: '1', b: '1' },
      devDependencies: { never: '1' },
    },
    'node_modules/own': { resolved: 'packages/own', link: true },
    'node_modules/react': { version: '19.0.0' },
    'node_modules/a': { version: '1.0.0', dependencies: { b: '2' } },
    'node_modules/a/node_modules/b': { version: '2.0.0' },
    'node_modules/b': {
      version: '1.0.0',
      peerDependencies: { peer: '1', maybe: '1' },
      peerDependenciesMeta: { maybe: { optional: true } },
    },
    'node_modules/peer': { version: '1.0.0' },
    'node_modules/maybe': { version: '1.0.0' },
    'node_modules/never': { version: '1.0.0' },
  }
  root = await writeTree({ 'package-lock.json': JSON.stringify({ packages }) })
  expect(await installedPackages(root)).toEqual([
    'a 1.0.0',
    'b 1.0.0',
    'b 2.0.0',
    'kit 1.0.0',
    'own 1.0.0',
    'peer 1.0.0',
  ])
})
