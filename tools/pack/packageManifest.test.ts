import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { kitEntries, testkitEntries } from './kitEntries.ts'
import { kitManifest, packageManifest, readVersion } from './packageManifest.ts'

const root = resolve(import.meta.dirname, '../..')

it('gives every package the version of this repository, which the changelog lists', async () => {
  const version = await readVersion(root)
  expect(version).toMatch(/^(?!0\.0\.0$)\d+\.\d+\.\d+/)
  expect(await readFile(join(root, 'CHANGELOG.md'), 'utf8')).toContain(`\n## ${version}`)
  expect((await kitManifest(root, kitEntries)).version).toBe(version)
  expect((await packageManifest(root, ['testkit', 'protocol'], testkitEntries)).version).toBe(version)
})

it('asks for ranges of packages that sites share, exact versions of all others, and no peer that npm need not install', async () => {
  const { dependencies, peerDependencies, peerDependenciesMeta } = await kitManifest(root, kitEntries)
  const ranges = Object.entries(dependencies).filter(([, range]) => range.startsWith('^'))
  expect(ranges.map(([name]) => name)).toEqual(['@tanstack/query-core', 'viem', 'zod'])
  expect(Object.keys(dependencies).filter((name) => name.startsWith('@billfold/'))).toEqual([])
  expect(peerDependencies).toEqual({ react: '>=18', 'react-dom': '>=18' })
  expect(peerDependenciesMeta).toBeUndefined()
})
