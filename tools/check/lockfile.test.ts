import { afterEach, expect, test } from 'vitest'
import { compareVersions } from './compareVersions.ts'
import { checkExactPins } from './exactPins.ts'
import { checkLockfile } from './lockfile.ts'
import { checkRegistryHosts } from './registryHosts.ts'
import { removeTree, writeTree } from './writeTree.ts'

const roots: string[] = []
afterEach(() => Promise.all(roots.splice(0).map(removeTree)))
async function tree(files: Record<string, string | object>) {
  const root = await writeTree(files)
  roots.push(root)
  return root
}

async function lockProblems(packages: Record<string, object>, manifest: object = {}) {
  const root = await tree({
    'package.json': manifest,
    'package-lock.json': { packages: { '': manifest, ...packages } },
  })
  return (await checkLockfile(root)).map(({ sentence }) => sentence)
}
const locked = (version: string, more: object = {}) => ({ version, integrity: 'sha512-x', ...more })

test('accepts a lockfile of hashes and links', async () => {
  const packages = {
    'node_modules/a': locked('1.0.0'),
    'node_modules/@billfold/web': { resolved: 'apps/web', link: true },
  }
  expect(await lockProblems(packages)).toEqual([])
})

test('reports a download address, or a missing hash', async () => {
  const address = ['https:', '', 'example.org', 'a.tgz'].join('/')
  expect(await lockProblems({ 'node_modules/a': locked('1.0.0', { resolved: address }) })).toEqual([
    expect.stringContaining('download address for a'),
  ])
  expect(await lockProblems({ 'node_modules/a': { version: '1.0.0' } })).toEqual([
    expect.stringContaining('no hash for a'),
  ])
})

test('reports a native part without an entry, which npm ci would reject', async () => {
  const parts = { optionalDependencies: { '@a/linux-x64': '1.0.0', '@a/linux-arm64': '1.0.0' } }
  const problems = await lockProblems({
    'node_modules/a': locked('1.0.0', parts),
    'node_modules/@a/linux-x64': locked('1.0.0'),
  })
  expect(problems).toEqual([expect.stringContaining('lacks @a/linux-arm64, a native part of a')])
})

test('looks a part up where Node would', async () => {
  const parts = { optionalDependencies: { part: '1.0.0' } }
  const near = { 'node_modules/a': locked('1.0.0', parts), 'node_modules/a/node_modules/part': locked('1.0.0') }
  expect(await lockProblems(near)).toEqual([])
  const elsewhere = { 'node_modules/a': locked('1.0.0', parts), 'node_modules/b/node_modules/part': locked('1.0.0') }
  expect(await lockProblems(elsewhere)).toHaveLength(1)
})

test.each([
  ['@reown/walletkit', '1.2.10', true],
  ['@reown/walletkit', '1.2.11', false],
  ['@reown/appkit', '1.8.0', true],
  ['@reown/appkit', '1.8.1', false],
  ['@walletconnect/sign-client', '2.21.8', true],
  ['@walletconnect/sign-client', '2.21.9', false],
  ['@walletconnect/universal-provider', '2.22.0-canary.1', false],
  ['@walletconnect/keyvaluestorage', '3.0.0', true],
])('%s %s: %s', async (name, version, allowed) => {
  const problems = await lockProblems({ [`node_modules/x/node_modules/${name}`]: locked(version) })
  expect(problems).toEqual(allowed ? [] : [expect.stringContaining(`holds ${name} ${version}`)])
  const alias = await lockProblems({ 'node_modules/alias': locked(version, { name }) })
  expect(alias).toHaveLength(allowed ? 0 : 1)
})

test('reports a manifest that the lockfile lacks', async () => {
  const root = await tree({
    'package.json': { dependencies: { a: '1.0.0' } },
    'package-lock.json': { packages: { '': { dependencies: { a: '1.0.1' } } } },
  })
  expect((await checkLockfile(root)).map(({ sentence }) => sentence)).toEqual([
    expect.stringContaining('disagree about a'),
  ])
})

test('a range is not a pin', async () => {
  const root = await tree({
    'package.json': {
      workspaces: ['apps/*'],
      devDependencies: { a: '1.2.3', b: '^1.2.3' },
      overrides: { x: { y: '~1.0.0' } },
    },
    'apps/web/package.json': {
      name: 'web',
      dependencies: { c: 'latest', d: '1.0.0-beta.17', e: 'npm:f@1.0.0' },
      peerDependencies: { r: '>=19' },
    },
  })
  const problems = (await checkExactPins(root)).map(({ path, sentence }) => `${path} ${sentence}`)
  expect(problems.map((text) => text.split(':')[0])).toEqual([
    'package.json asks for b ^1.2.3',
    'package.json asks for y ~1.0.0',
    'apps/web/package.json asks for c latest',
  ])
})

test('orders versions as semver does', () => {
  const ordered = ['1.2.9', '1.2.10-rc.2', '1.2.10-rc.10', '1.2.10', '1.10.0', '2.0.0']
  expect([...ordered].reverse().sort(compareVersions)).toEqual(ordered)
})

test('reports registries and local folders with their line', async () => {
  // Assembled here, because the same rule checks this file.
  const registry = ['registry', 'npmjs', 'org'].join('.')
  const home = ['', 'home', 'someone', 'code'].join('/')
  const root = await tree({
    'a.md': `fine\nsee https://${registry}/x\n`,
    'b.ts': `const path = '${home}'\n`,
    'c.ts': `npm.config.ts '/homes/x' x/home/y\n`,
  })
  const problems = (await checkRegistryHosts(root)).map(({ path, line }) => `${path}:${line}`)
  expect(problems).toEqual(['a.md:2', 'b.ts:1'])
})
