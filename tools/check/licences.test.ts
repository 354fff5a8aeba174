import { afterEach, describe, expect, test } from 'vitest'
import { checkLicences } from './licences.ts'
import { osiLicences } from './osiLicences.ts'
import { isLicenceAllowed } from './spdx.ts'
import { manifests, removeTree, writeTree } from './writeTree.ts'

const roots: string[] = []
afterEach(() => Promise.all(roots.splice(0).map(removeTree)))

async function problems(packages: Record<string, object>, files: Record<string, object> = {}) {
  const root = await writeTree({ ...manifests(), 'package-lock.json': { lockfileVersion: 3, packages }, ...files })
  roots.push(root)
  return (await checkLicences(root)).map(({ path, sentence }) => `${path} ${sentence}`)
}

describe('license expressions', () => {
  test.each([
    'MIT',
    '(MIT OR CC0-1.0)',
    'MIT AND Apache-2.0',
    'GPL-3.0+',
    'Apache-2.0 WITH LLVM-exception',
    '(MIT OR X) AND ISC',
  ])('%s is open source', (expression) => expect(isLicenceAllowed(expression, osiLicences)).toBe(true))
  test.each([
    'BUSL-1.1',
    'MIT AND BUSL-1.1',
    'UNLICENSED',
    'SEE LICENSE IN LICENSE.md',
    '',
    'MIT OR',
    '(MIT',
    'MIT)',
    'CC-BY-4.0',
  ])('%s is not', (expression) => expect(isLicenceAllowed(expression, osiLicences)).toBe(false))
})

test('a package under a license that is not open fails by name, installed or only locked', async () => {
  const locked = await problems({ 'node_modules/closed': { version: '1.0.0', license: 'BUSL-1.1' } })
  expect(locked).toEqual([expect.stringContaining('closed 1.0.0 is under BUSL-1.1')])
  const installed = await problems(
    {},
    { 'node_modules/@a/b/node_modules/c/package.json': { name: 'c', version: '2.0.0', license: 'SSPL-1.0' } },
  )
  expect(installed).toEqual([expect.stringContaining('node_modules/@a/b/node_modules/c c 2.0.0 is under SSPL-1.0')])
})

test('trusts the installed package over the lockfile', async () => {
  const files = { 'node_modules/liar/package.json': { name: 'liar', version: '1.0.0', license: 'Elastic-2.0' } }
  expect(await problems({ 'node_modules/liar': { version: '1.0.0', license: 'MIT' } }, files)).toHaveLength(1)
})

test('no license is no permission', async () => {
  expect(await problems({ 'node_modules/mute': { version: '1.0.0' } })).toEqual([
    expect.stringContaining('states no licence'),
  ])
})

test('an exception holds for one package and its present text', async () => {
  expect(await problems({ 'node_modules/@uniswap/v3-core': { version: '1.0.1', license: 'BUSL-1.1' } })).toEqual([])
  expect(
    await problems({ 'node_modules/@uniswap/v3-core': { version: '9.0.0', license: 'Proprietary' } }),
  ).toHaveLength(1)
  expect(await problems({ 'node_modules/@uniswap/v4-core': { version: '1.0.0', license: 'BUSL-1.1' } })).toHaveLength(1)
})

test('requires permissive licenses for a site’s bundle, transitively, but not for the devnet’s own packages', async () => {
  const packages = {
    'packages/core': { version: '0.0.0', dependencies: { a: '1.0.0' } },
    'apps/devnet': { version: '0.0.0', dependencies: { pools: '1.0.0' } },
    'node_modules/a': { version: '1.0.0', license: 'MIT', dependencies: { deep: '1.0.0' } },
    'node_modules/a/node_modules/deep': { version: '1.0.0', license: 'GPL-3.0-or-later' },
    'node_modules/deep': { version: '2.0.0', license: 'MIT' },
    'node_modules/pools': { version: '1.0.0', license: 'GPL-2.0-or-later' },
  }
  const reported = await problems(packages)
  expect(reported).toEqual([
    expect.stringContaining('packages/core/package.json brings deep 1.0.0 (GPL-3.0-or-later) into the kit'),
  ])
})
